/** Fewer, larger pieces are cheaper to send. */
const pieceLength = 32_768;

/** The body of a response that is made while it is sent: the next piece is read when the client has taken the last. */
export function toStream(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let text = "";
      while (text.length < pieceLength) {
        const next = await iterator.next();
        if (next.done) break;
        text += next.value;
      }
      if (text === "") controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
