import type { Plugin } from "vite";
import { readText } from "./read-text.ts";

/** Turns the texts of `app/content/*.md` into modules, so that neither the Worker nor a browser parses Markdown. */
export function longTexts(): Plugin {
  return {
    name: "long-texts",
    transform: {
      filter: { id: /\/app\/content\/[^/]+\.md$/ },
      handler(source, id) {
        try {
          return { code: `export default ${JSON.stringify(readText(source))};`, map: null, moduleType: "js" };
        } catch (error) {
          return this.error(`${id}: ${error instanceof Error ? error.message : String(error)}`);
        }
      },
    },
  };
}
