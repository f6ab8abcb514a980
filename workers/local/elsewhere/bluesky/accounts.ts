/** An account of the simulator, by its handle. */

const letters = "abcdefghijklmnopqrstuvwxyz234567";

export function newDid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `did:plc:${Array.from(bytes, (byte) => letters.charAt(byte % 32)).join("")}`;
}

export const isHandle = (text: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text);

const kindOf = (handle: string): string => handle.split(".", 1)[0] ?? "";

/** Accounts of Bluesky are on servers of its own, others on one under their own name. */
function endpointOf(handle: string): string {
  if (kindOf(handle) === "private") return "https://127.0.0.1:2583";
  return handle.endsWith(".bsky.social")
    ? "https://morel.us-east.host.bsky.network"
    : `https://pds.${handle}`;
}

export function toAccount(did: string, handle: string) {
  return {
    did,
    handle,
    didDoc: {
      "@context": ["https://www.w3.org/ns/did/v1"],
      id: did,
      alsoKnownAs: [`at://${handle}`],
      service: [
        { id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint: endpointOf(handle) },
      ],
    },
  };
}

/** Returns why an account cannot sign in, with the status of the response. */
export function closedAs(handle: string): { status: number; error: string; message: string } | null {
  switch (kindOf(handle)) {
    case "suspended":
      return { status: 401, error: "AccountTakedown", message: "Account has been taken down" };
    case "code":
      return {
        status: 401,
        error: "AuthFactorTokenRequired",
        message: "A sign in code has been sent to your email address",
      };
    default:
      return null;
  }
}

export const isActive = (handle: string): boolean => kindOf(handle) !== "deactivated";
