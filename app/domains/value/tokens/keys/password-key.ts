/** A key from a wallet password: Argon2id, in the browser alone, because Workers cannot compile its WebAssembly. */
import { argon2id } from "hash-wasm";

export const walletPasswordMin = 12;

/** 64 MiB, three passes: the first recommendation of RFC 9106 with less memory, for phones. */
const strength = { memorySize: 65_536, iterations: 3, parallelism: 1, hashLength: 32 } as const;

/** 32 bytes. `salt` has 16. */
export async function passwordKey(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const hash = await argon2id({
    password: password.normalize("NFKC"),
    salt,
    ...strength,
    outputType: "binary",
  });
  return Uint8Array.from(hash);
}
