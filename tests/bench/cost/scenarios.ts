import { Person } from "#tests/fixtures/people.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { Chatters } from "../fan-out/chatters.ts";
import { Load } from "../fan-out/load.ts";
import { withBookings, withReplay, withTips } from "./acts.ts";
import type { CostStand, Measured } from "./stand.ts";

/** Writers of the scenario with a chat, each with a message a second. */
export const writers = 2;
export const messagesPerHour = writers * (3_600_000 / 1_005);

type Scenario = (stand: CostStand) => Promise<Measured>;

/** Scenarios in the order in which they run; `idle` has to be the first. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  idle: (stand) => stand.measure(),
  "stage-0": (stand) => withStage(stand, 0),
  "stage-1": (stand) => withStage(stand, 1),
  "stage-100": (stand) => withStage(stand, 100),
  "stage-100-chat": (stand) => withStage(stand, 100, { hasChat: true }),
  "stage-100-coming-and-going": (stand) => withStage(stand, 100, { isChanging: true }),
  "stage-1000": (stand) => withStage(stand, 1_000),
  profile: withProfile,
  "home-10": withHome,
  conversation: withConversation,
  "replayed hour": withReplay,
  tip: withTips,
  booking: withBookings,
};

async function withStage(
  stand: CostStand,
  count: number,
  { hasChat = false, isChanging = false } = {},
): Promise<Measured> {
  const { stage, encoder } = await stand.putOnAir();
  const target = { kind: "cue", url: stand.cue.origin, room: `stage/${stage.id}` } as const;
  const load = count === 0 ? undefined : await Load.start({ ...target, count });
  const chatters = hasChat ? await Chatters.gather(stand.cue.origin, target.room, writers) : undefined;
  chatters?.start();
  let isOver = false;
  const change = async () => {
    while (!isOver) {
      const guest = await Load.start({ ...target, count: 1 }, 1);
      await guest.end();
    }
  };
  const changing = isChanging ? change() : undefined;
  try {
    return await stand.measure();
  } finally {
    isOver = true;
    await changing;
    chatters?.end();
    await load?.end();
    await encoder.stop();
  }
}

async function withProfile(stand: CostStand): Promise<Measured> {
  const performer = await Person.register(stand.cue.origin, "Performer");
  const ingest = await stand.cue.makePerformer(performer.username);
  const encoder = await Encoder.start({ ...ingest, port: stand.cue.ingestPort, format: "mp3", track: 0 });
  const room = `profile/${performer.id}`;
  const load = await Load.start({ kind: "cue", url: stand.cue.origin, room, count: 10 });
  try {
    return await stand.measure();
  } finally {
    await load.end();
    await encoder.stop();
  }
}

/** Ten open pages, each signed in, while a stage is on air. */
async function withHome(stand: CostStand): Promise<Measured> {
  const sockets: RoomSocket[] = [];
  for (let made = 0; made < 10; made++) {
    const person = await Person.register(stand.cue.origin, "Visitor");
    sockets.push(await RoomSocket.open(stand.cue.origin, "lobby", { person }));
  }
  try {
    return await stand.measure();
  } finally {
    for (const socket of sockets) socket.close();
  }
}

/** Two people of whom one writes a message each two seconds. */
async function withConversation(stand: CostStand): Promise<Measured> {
  const [ann, bob] = [
    await Person.register(stand.cue.origin, "Ann"),
    await Person.register(stand.cue.origin, "Bob"),
  ];
  const first = await ann.post<{ _id: string }>("/api/messages/new", {
    participants: [bob.id],
    message: "First light",
  });
  if (first.status !== 200) throw new Error(`No conversation began: ${JSON.stringify(first.body)}`);
  const timer = setInterval(
    () => void ann.post("/api/messages/new", { conversation: first.body._id, message: "And then?" }),
    2_000,
  );
  try {
    return await stand.measure();
  } finally {
    clearInterval(timer);
  }
}
