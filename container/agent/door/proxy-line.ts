/**
 * The PROXY protocol, version 1: the line with which a TCP proxy (HAProxy's `send-proxy`, nginx's `proxy_protocol on`)
 * reports the address of its client. Accepted only from the configured addresses.
 */
import { BlockList, isIP } from "node:net";

/** "PROXY TCP6 …" with two addresses and two ports is 107 bytes at most. */
const maxLine = 107;

export interface ProxyLine {
  /** Null: the proxy does not report one, as in its own health checks. */
  address: string | null;
  /** Length of the line in bytes, including its end. */
  length: number;
}

/** Reads the line at the start of `bytes`; undefined where there is none, or a broken one. */
export function readProxyLine(bytes: Buffer): ProxyLine | undefined {
  const end = bytes.subarray(0, maxLine).indexOf("\r\n");
  if (end < 0) return undefined;
  const [word, family, source = ""] = bytes.toString("latin1", 0, end).split(" ");
  if (word !== "PROXY") return undefined;
  if (family === "UNKNOWN") return { address: null, length: end + 2 };
  const version = isIP(source);
  if ((family !== "TCP4" || version !== 4) && (family !== "TCP6" || version !== 6)) return undefined;
  return { address: source, length: end + 2 };
}

/**
 * Returns a check of whether an address is a trusted proxy. `text`: addresses and networks (`10.0.0.5, fd00::/8`),
 * empty for none. Throws where one cannot be parsed.
 */
export function parseProxies(text: string): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [address = "", prefix] = entry.split("/");
    const version = isIP(address);
    const bits = prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix);
    if (version === 0 || !Number.isInteger(bits)) throw new Error(`${entry} is no address or network`);
    list.addSubnet(address, bits, version === 4 ? "ipv4" : "ipv6");
  }
  return (address) => {
    const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? "ipv4" : "ipv6");
  };
}
