/** Operations' requests to Mixcloud: its documented API of https://www.mixcloud.com/developers/. */
import type { UploadAnswer } from "./upload-answer.ts";

export interface MixcloudAccount {
  /** Shown to people, and part of the addresses of its shows. */
  username: string;
}

/** An upload, on Mixcloud a "cloudcast". */
export interface MixcloudShow {
  /** `/user/name/`, the path of its page. */
  key: string;
  name: string;
  /** Epoch ms, in whole seconds. */
  createdAt: number;
}

/** A body of the type `multipart/form-data` whose length is known before it is sent. */
export interface MixcloudForm {
  boundary: string;
  size: number;
  /** May be read once. What it throws ends the upload. */
  bytes: AsyncIterable<Uint8Array>;
}

export interface Mixcloud {
  /** Returns the address where a user allows us to use their account, in a browser. Mixcloud returns to `returnTo`. */
  authorizeAddress(state: string): string;
  /** The token for the code with which it returned. It does not expire. Throws `MixcloudFault`. */
  exchange(code: string): Promise<string>;
  /** Returns the owner of a token. Throws `MixcloudFault`. */
  account(token: string): Promise<MixcloudAccount>;
  /** The newest shows of an account. Throws `MixcloudFault`. */
  newestShows(token: string): Promise<MixcloudShow[]>;
  /** Never throws for what the service or the network does. */
  upload(token: string, form: MixcloudForm): Promise<UploadAnswer>;
  /** The page of a show. */
  pageOf(key: string): string;
}

/** The service refused, or could not be reached. Its message never contains a token. */
export class MixcloudFault extends Error {
  readonly isDeadToken: boolean;

  constructor(message: string, isDeadToken = false) {
    super(message);
    this.name = "MixcloudFault";
    this.isDeadToken = isDeadToken;
  }
}
