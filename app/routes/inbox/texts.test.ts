import { expect, test } from "vitest";
import { lineText, markText, nameList, typingText } from "./texts.ts";

const ada = { id: "ada", _id: "ada", username: "Ada", profile: null };
const theo = { id: "theo", _id: "theo", username: "Theo", profile: null };
const line = (
  kind: "added" | "removed" | "renamed",
  sender: typeof ada | null,
  about: typeof ada | null,
  message = "",
) => lineText({ kind, sender, about, message }, "ada");

test("an event line names the actor and the action, and calls the reader 'You'", () => {
  expect(line("added", theo, ada)).toBe("Theo added you");
  expect(line("added", ada, theo)).toBe("You added Theo");
  expect(line("removed", theo, theo)).toBe("Theo left");
  expect(line("removed", ada, ada)).toBe("You left");
  expect(line("removed", ada, theo)).toBe("You removed Theo");
  expect(line("renamed", theo, null, "Harbour")).toBe("Theo named the conversation “Harbour”");
  expect(line("renamed", theo, null)).toBe("Theo removed the name");
  expect(line("added", null, null)).toBe("Someone added someone");
});

test("names are joined as a list", () => {
  expect(["", "A", "A and B", "A, B and 1 other", "A, B and 2 others"]).toEqual(
    [[], ["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]].map(nameList),
  );
});

test("typing users are named", () => {
  expect(typingText([])).toBe("");
  expect(typingText(["Ada"])).toBe("Ada is writing");
  expect(typingText(["Ada", "Theo"])).toBe("Ada and Theo are writing");
});

test("the status of a message is one word, with its readers in a group", () => {
  expect(markText({ state: "sent", readers: [] }, 1)).toBe("Sent");
  expect(markText({ state: "delivered", readers: [] }, 1)).toBe("Delivered");
  expect(markText({ state: "read", readers: [ada] }, 1)).toBe("Read");
  expect(markText({ state: "delivered", readers: [ada] }, 2)).toBe("Read by Ada");
  expect(markText({ state: "read", readers: [ada, theo] }, 2)).toBe("Read by everyone");
});
