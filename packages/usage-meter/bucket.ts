import type { Usage } from "./usage.ts";

/** The operations by their class; deleting, and giving up an upload, is free. */
const classes: Record<string, "r2Writes" | "r2Reads"> = {
  put: "r2Writes",
  list: "r2Writes",
  createMultipartUpload: "r2Writes",
  uploadPart: "r2Writes",
  complete: "r2Writes",
  get: "r2Reads",
  head: "r2Reads",
};

const uploads = new Set(["createMultipartUpload", "resumeMultipartUpload"]);

/** The same bucket, or upload, with its operations counted. */
export function meterBucket<T extends object>(bucket: T, usage: Usage): T {
  return new Proxy(bucket, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...words: unknown[]) => {
        const field = classes[String(name)];
        if (field !== undefined) usage[field] += 1;
        const result: unknown = Reflect.apply(member, target, words);
        if (!uploads.has(String(name))) return result;
        return result instanceof Promise
          ? result.then((upload: object) => meterBucket(upload, usage))
          : meterBucket(result as object, usage);
      };
    },
  });
}
