/** The client of a service to which posts go. Each client returns one for the account or channel of an owner. */
import type { Outcome } from "../deliveries/outcome.ts";

export interface Post {
  /** Complete and short enough (`PostClient.limit`), without the link. */
  text: string;
  /** The address of the page that it leads to; null: without one. */
  link: string | null;
  /** The same for every attempt to send this post. */
  key: string;
  /** The service's card of the link, where it does not read the page itself. */
  card: PostCard | null;
}

export interface PostCard {
  title: string;
  description: string;
  picture: (() => Promise<Uint8Array | null>) | null;
  /** The public address of that picture, for services that load it themselves. */
  pictureUrl?: (() => Promise<string | null>) | null;
}

export interface PostClient {
  send(post: Post): Promise<Outcome>;
  /** Changes a post that was sent. Absent where the service cannot. */
  edit?(remote: string, post: Post): Promise<Outcome>;
  /** Looks for a post of which it is not known whether it arrived; null where it is not there. Absent where the service cannot say. */
  find?(post: Post): Promise<Outcome | null>;
}

/** The longest text that a service takes, with or without a link, and its syntax. */
export interface PostLimit {
  /** Maximum of the whole post. */
  max: number;
  /** Counts in the service's own units: weighted characters, graphemes, code points. */
  count(text: string): number;
  /** Number that a link with the space before it counts for. */
  linkCount: number;
  /** A name that others may have chosen, as a part of a text in which the service finds nothing but letters. */
  plain: (name: string) => string;
  /** A text as people see it. Absent where they see every character of it. */
  shown?: (text: string) => string;
}
