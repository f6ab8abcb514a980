import { takeAgainWhenLate } from "./late-machine.ts";

takeAgainWhenLate();
