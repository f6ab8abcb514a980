import { expect, test } from "vitest";
import { lineWords, markWords, nameList, typingWords } from "./words.ts";

const ada = { id: "ada", _id: "ada", username: "Ada", profile: null };
const theo = { id: "theo", _id: "theo", username: "Theo", profile: null };
const line = (
  kind: "added" | "removed" | "renamed",
  sender: typeof ada | null,
  about: typeof ada | null,
  message = "",
) => lineWords({ kind, sender, about, message }, "ada");

test("a line says who did what, and calls the reader 'You'", () => {
  expect(line("added", theo, ada)).toBe("Theo added you");
  expect(line("added", ada, theo)).toBe("You added Theo");
  expect(line("removed", theo, theo)).toBe("Theo left");
  expect(line("removed", ada, ada)).toBe("You left");
  expect(line("removed", ada, theo)).toBe("You removed Theo");
  expect(line("renamed", theo, null, "Harbour")).toBe("Theo named the conversation “Harbour”");
  expect(line("renamed", theo, null)).toBe("Theo took the name away");
  expect(line("added", null, null)).toBe("Somebody added somebody");
});

test("names are listed as one says them", () => {
  expect(["", "A", "A and B", "A, B and 1 other", "A, B and 2 others"]).toEqual(
    [[], ["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]].map(nameList),
  );
});

test("who is writing is told", () => {
  expect(typingWords([])).toBe("");
  expect(typingWords(["Ada"])).toBe("Ada is writing");
  expect(typingWords(["Ada", "Theo"])).toBe("Ada and Theo are writing");
});

test("how far a message has come is said in a word, in a group with who has read it", () => {
  expect(markWords({ state: "sent", readers: [] }, 1)).toBe("Sent");
  expect(markWords({ state: "delivered", readers: [] }, 1)).toBe("Delivered");
  expect(markWords({ state: "read", readers: [ada] }, 1)).toBe("Read");
  expect(markWords({ state: "delivered", readers: [ada] }, 2)).toBe("Read by Ada");
  expect(markWords({ state: "read", readers: [ada, theo] }, 2)).toBe("Read by everyone");
});
