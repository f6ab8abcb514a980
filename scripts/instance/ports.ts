import { createServer } from "node:net";
import { StepError } from "../progress.ts";

/** @throws StepError that names the setting to change, when another process listens on the port. */
export async function requireFreePort(port: number, host: string, setting: string): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | undefined>((done) => {
    const server = createServer()
      .once("error", (cause: NodeJS.ErrnoException) => done(cause))
      .listen(port, host, () => server.close(() => done(undefined)));
  });
  if (error === undefined) return;
  if (error.code === "EADDRINUSE")
    throw new StepError(
      `Port ${port} is in use. End the program that listens there, or choose another port: ${setting}=${port + 1} npm start`,
    );
  if (error.code === "EACCES")
    throw new StepError(`Port ${port} may not be opened by this user. Choose another port with ${setting}.`);
  throw new StepError(`Port ${port} cannot be opened (${error.message}). Choose another with ${setting}.`);
}
