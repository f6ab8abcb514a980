/**
 * A passkey in software: creates ES256 credentials without attestation and signs with them, as specified by WebAuthn
 * level 3 (6.1 authenticator data, 6.5.2 attestation object).
 */
import { toBase64Url } from "#app/domains/people/accounts/token.ts";

interface Options {
  challenge: string;
}

/** Single deviations from a correct response. */
export interface Quirks {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isUserVerified?: boolean;
  /** The signature counter to claim instead of the next one. */
  counter?: number;
  userHandle?: string;
}

const flags = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40 } as const;

export class Authenticator {
  readonly id: string;
  readonly #rawId: Uint8Array;
  readonly #keys: CryptoKeyPair;
  readonly #userHandle: string;
  #counter = 0;

  private constructor(rawId: Uint8Array, keys: CryptoKeyPair, userHandle: string) {
    this.#rawId = rawId;
    this.id = toBase64Url(rawId);
    this.#keys = keys;
    this.#userHandle = userHandle;
  }

  static async forUser(userId: string): Promise<Authenticator> {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    if (!("privateKey" in keys)) throw new Error("no key pair");
    const rawId = crypto.getRandomValues(new Uint8Array(16));
    return new Authenticator(rawId, keys, toBase64Url(new TextEncoder().encode(userId)));
  }

  /** Returns the response to the options of registration. */
  async create(options: Options, quirks: Quirks = {}) {
    const length = [this.#rawId.byteLength >> 8, this.#rawId.byteLength & 0xff];
    const credential = concat(new Uint8Array(16), length, this.#rawId, await this.#coseKey());
    const authData = concat(await this.#authData(quirks, flags.attestedData), credential);
    const attestation = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(authData)],
    ]);
    return {
      ...this.#frame(),
      response: {
        clientDataJSON: toBase64Url(clientData("webauthn.create", options, quirks)),
        attestationObject: toBase64Url(attestation),
        transports: ["internal"],
      },
    };
  }

  /** Returns the response to the options of log-in. */
  async get(options: Options, quirks: Quirks = {}) {
    this.#counter += 1;
    const authData = await this.#authData(quirks);
    const client = clientData("webauthn.get", options, quirks);
    const signed = concat(authData, await sha256(client));
    const ecdsa = { name: "ECDSA", hash: "SHA-256" };
    const signature = new Uint8Array(await crypto.subtle.sign(ecdsa, this.#keys.privateKey, signed));
    return {
      ...this.#frame(),
      response: {
        clientDataJSON: toBase64Url(client),
        authenticatorData: toBase64Url(authData),
        signature: toBase64Url(toDer(signature)),
        userHandle: quirks.userHandle ?? this.#userHandle,
      },
    };
  }

  #frame() {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {} };
  }

  async #authData(quirks: Quirks, more = 0): Promise<Uint8Array<ArrayBuffer>> {
    const verified = quirks.isUserVerified === false ? 0 : flags.userVerified;
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, quirks.counter ?? this.#counter);
    const rpIdHash = await sha256(new TextEncoder().encode(quirks.rpId ?? "localhost"));
    return concat(rpIdHash, [flags.userPresent | verified | more], counter);
  }

  /** RFC 9053: kty EC2, alg ES256, curve P-256, x, y. */
  async #coseKey(): Promise<Uint8Array> {
    const raw = await crypto.subtle.exportKey("raw", this.#keys.publicKey);
    if (!(raw instanceof ArrayBuffer)) throw new Error("no raw key");
    const point = new Uint8Array(raw);
    return cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(point.slice(1, 33))],
      [cborInteger(-3), cborBytes(point.slice(33, 65))],
    ]);
  }
}

function clientData(type: string, options: Options, quirks: Quirks): Uint8Array<ArrayBuffer> {
  const { origin = "http://localhost:8787", challenge = options.challenge } = quirks;
  const text = JSON.stringify({ type: quirks.type ?? type, challenge, origin, crossOrigin: false });
  return new TextEncoder().encode(text);
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

function concat(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** RFC 8949: a major type and a number, in as few bytes as possible. */
function cborHead(major: number, value: number): number[] {
  if (value < 24) return [(major << 5) | value];
  if (value < 256) return [(major << 5) | 24, value];
  return [(major << 5) | 25, value >> 8, value & 0xff];
}

const cborInteger = (value: number) =>
  Uint8Array.from(value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Uint8Array) => concat(cborHead(2, bytes.byteLength), bytes);
const cborText = (text: string) => concat(cborHead(3, text.length), new TextEncoder().encode(text));
const cborMap = (entries: [Uint8Array, Uint8Array][]) =>
  concat(cborHead(5, entries.length), ...entries.flat());

/** WebCrypto signs as r and s side by side, WebAuthn sends them as two integers in a DER sequence. */
function toDer(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const integers = [signature.slice(0, 32), signature.slice(32)].map((half) => {
    const start = half.findIndex((byte) => byte !== 0);
    const digits = half.slice(start === -1 ? 31 : start);
    const sign = (digits[0] ?? 0) >= 0x80 ? [0] : [];
    return concat([0x02, digits.byteLength + sign.length], sign, digits);
  });
  const body = concat(...integers);
  return concat([0x30, body.byteLength], body);
}
