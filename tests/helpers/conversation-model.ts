/** A reference model of a conversation, without storage, sockets and time. */

export interface Line {
  kind: "message" | "added" | "removed" | "renamed";
  sender: number;
  about: number | null;
  text: string;
  isEdited: boolean;
  isDeleted: boolean;
}

interface ModelMember {
  /** Sees only lines after this number. */
  after: number;
  read: number;
  isMarkedUnread: boolean;
  isHidden: boolean;
  isMuted: boolean;
}

/** People are numbers. Every action returns the code of its refusal, or "ok". */
export class Model {
  readonly lines: Line[] = [];
  readonly members = new Map<number, ModelMember>();
  readonly #blocks = new Set<string>();
  /** Users who have disabled messages. */
  readonly #closed = new Set<number>();
  /** Users who have left on their own. */
  readonly #leavers = new Set<number>();
  name: string | null = null;

  begin(people: readonly number[]): void {
    for (const person of people) this.#let(person);
  }

  block(by: number, of: number): void {
    this.#blocks.add(`${by} ${of}`);
  }

  unblock(by: number, of: number): void {
    this.#blocks.delete(`${by} ${of}`);
  }

  closeDms(person: number, isClosed: boolean): void {
    if (isClosed) this.#closed.add(person);
    else this.#closed.delete(person);
  }

  say(person: number, text: string): string {
    const refusal = this.#mayWrite(person);
    if (refusal !== "ok") return refusal;
    this.#add({ kind: "message", sender: person, text });
    for (const member of this.members.values()) member.isHidden = false;
    Object.assign(this.#member(person), { read: this.lines.length, isMarkedUnread: false });
    return "ok";
  }

  edit(person: number, place: number, text: string): string {
    if (!this.#isOwn(person, place)) return "not-found";
    const refusal = this.#mayWrite(person);
    const line = this.lines[place - 1];
    if (refusal === "ok" && line !== undefined && line.text !== text)
      Object.assign(line, { text, isEdited: true });
    return refusal;
  }

  takeBack(person: number, place: number): string {
    if (!this.#isOwn(person, place)) return "not-found";
    Object.assign(this.lines[place - 1] ?? {}, { text: "", isDeleted: true });
    return "ok";
  }

  add(person: number, other: number): string {
    const writing = this.#mayWrite(person);
    if (writing !== "ok") return writing;
    if (this.members.has(other)) return "already-in";
    const refusal = this.#contact(person, other, false);
    if (refusal !== "ok") return refusal;
    if (this.#leavers.has(other)) return "has-left";
    this.#let(other);
    this.#member(other).isMarkedUnread = true;
    this.#note(person, { kind: "added", sender: person, about: other });
    return "ok";
  }

  remove(person: number, other: number): string {
    if (!this.members.has(person) || !this.members.has(other)) return "not-found";
    if (person !== other && this.members.size <= 2) return "remove-direct";
    if (person !== other && this.#first() !== person) return "remove-not-first";
    const member = this.#member(person);
    this.members.delete(other);
    if (person === other) this.#leavers.add(person);
    this.#note(person, { kind: "removed", sender: person, about: other }, member);
    return "ok";
  }

  rename(person: number, name: string): string {
    const refusal = this.#mayWrite(person);
    if (refusal !== "ok" || name === this.name) return refusal;
    this.name = name;
    this.#note(person, { kind: "renamed", sender: person, text: name });
    return "ok";
  }

  read(person: number): string {
    return this.#change(person, { read: this.lines.length, isMarkedUnread: false });
  }

  unread(person: number): string {
    return this.#change(person, { isMarkedUnread: true });
  }

  mute(person: number, isMuted: boolean): string {
    return this.#change(person, { isMuted });
  }

  clear(person: number): string {
    const end = this.lines.length;
    return this.#change(person, { after: end, read: end, isMarkedUnread: false, isHidden: true });
  }

  /** Returns what this user sees, oldest first, each line with its position. */
  seenBy(person: number): (Line & { place: number })[] {
    const { after } = this.#member(person);
    return this.lines.slice(after).map((line, index) => ({ ...line, place: after + index + 1 }));
  }

  isUnread(person: number): boolean {
    const { read, after, isMarkedUnread } = this.#member(person);
    const unread = this.lines.slice(Math.max(read, after)).some(({ kind }) => kind === "message");
    return isMarkedUnread || unread;
  }

  #let(person: number): void {
    const after = this.lines.length;
    const fresh = { isMarkedUnread: false, isHidden: false, isMuted: false };
    this.members.set(person, { after, read: after, ...fresh });
  }

  #note(
    person: number,
    line: Partial<Line> & Pick<Line, "kind" | "sender">,
    by = this.#member(person),
  ): void {
    const hasReadAll = by.read >= this.lines.length;
    this.#add(line);
    if (hasReadAll) by.read = this.lines.length;
  }

  #add(line: Partial<Line> & Pick<Line, "kind" | "sender">): void {
    this.lines.push({ about: null, text: "", isEdited: false, isDeleted: false, ...line });
  }

  #change(person: number, change: Partial<ModelMember>): string {
    const member = this.members.get(person);
    if (member === undefined) return "not-found";
    Object.assign(member, change);
    return "ok";
  }

  #mayWrite(person: number): string {
    if (!this.members.has(person)) return "not-found";
    const [only, ...more] = [...this.members.keys()].filter((each) => each !== person);
    if (only === undefined || more.length > 0) return "ok";
    const behind = this.lines.slice(this.#member(only).after);
    const hasAnswered = behind.some(({ kind, sender }) => kind === "message" && sender === only);
    return this.#contact(person, only, hasAnswered);
  }

  #contact(person: number, other: number, hasAnswered: boolean): string {
    if (this.#blocks.has(`${person} ${other}`)) return "you-blocked";
    if (this.#blocks.has(`${other} ${person}`)) return "not-welcome";
    return this.#closed.has(other) && !hasAnswered ? "dms-off" : "ok";
  }

  #isOwn(person: number, place: number): boolean {
    const line = this.lines[place - 1];
    const member = this.members.get(person);
    if (line === undefined || member === undefined || place <= member.after) return false;
    return line.kind === "message" && line.sender === person && !line.isDeleted;
  }

  #first(): number | undefined {
    return this.members.keys().next().value;
  }

  #member(person: number): ModelMember {
    const member = this.members.get(person);
    if (member === undefined) throw new Error(`${person} is not in it`);
    return member;
  }
}
