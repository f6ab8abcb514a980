import { ProgressiveEngine } from "./progressive-engine.ts";

/**
 * The stream in a plain audio element: seconds behind live, but it plays everywhere, including with a locked screen.
 */
export class ElementEngine extends ProgressiveEngine {
  readonly name = "element";

  protected async open(url: string): Promise<void> {
    this.audio.src = url;
    await this.audio.play();
  }

  protected close(): void {}
}
