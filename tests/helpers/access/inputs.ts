/** What the calls of the table take beside what they are about. */
import { ulid } from "ulidx";
import { askingPerson, type Body, type Cell } from "./objects.ts";

const dayMs = 24 * 3_600_000;

/** An hour that can be booked. */
function slot({ world }: Cell): { start: number; end: number } {
  const { startsAt, endsAt } = world.nextSlot();
  return { start: startsAt, end: endsAt };
}

const booking = (cell: Cell) => ({
  dj: askingPerson(cell).id,
  name: "A set",
  timeZone: "UTC",
  ...slot(cell),
});
const aPassword = { password: "not the password" };
const aLink = { token: "nobody-was-sent-this-token" };

/** What a call takes beside what it is about, right as far as it can be. */
export const inputs: Record<string, (cell: Cell, object: Body) => Body> = {
  "/users/login": () => ({ user: "nobody", ...aPassword }),
  "/users/register": () => ({
    username: "Newcomer",
    email: "newcomer@example.com",
    password: "a long and good password",
    retype: "a long and good password",
    captcha: "not solved",
  }),
  "/users/checkUsername": () => ({ username: "Newcomer" }),
  "/users/checkEmail": () => ({ email: "newcomer@example.com" }),
  "/users/confirmEmailChange": () => aLink,
  "/users/stopEmailChange": () => aLink,
  "/recovery/request": ({ asker }) => ({ username: `nobody, says ${asker}`, email: "nobody@example.com" }),
  "/recovery/reset": () => ({
    ...aLink,
    password: "a long and good password",
    retype: "a long and good password",
  }),
  "/passkeys/logIn": () => ({ response: {} }),
  "/users/saveToggleSettings": () => ({ notifications: false }),
  "/users/saveProfile": () => ({ bio: "Hello" }),
  "/users/changePassword": () => ({
    current: aPassword.password,
    new: "another long and good one",
    retype: "another long and good one",
  }),
  "/users/changeEmail": () => ({ email: "another@example.com", ...aPassword }),
  "/users/deleteAccount": (cell) => ({ username: askingPerson(cell).username, ...aPassword }),
  "/secondFactor/begin": () => aPassword,
  "/secondFactor/confirm": () => ({ code: "000000" }),
  "/secondFactor/renewCodes": () => ({ code: "000000" }),
  "/secondFactor/remove": () => ({ code: "000000" }),
  "/passkeys/addOptions": () => aPassword,
  "/passkeys/add": () => ({ name: "A key", response: {} }),
  "/passkeys/rename": () => ({ name: "Another key" }),
  "/feedback/submit": () => ({ message: "Well done" }),
  "/users/toggleAlert": () => ({ alert: false }),
  "/users/search": () => ({ user: "pers" }),
  "/users/searchCity": () => ({ city: "Ber" }),
  "/users/blockUser": (_, { user }) => ({ block: user }),
  "/users/unblockUser": (_, { user }) => ({ unblock: user }),
  "/abuse/submit": (_, { user }) => ({ offender: user, offenseCode: 0 }),
  "/awards/manage": () => ({ awardType: "title" }),
  "/djs/search": () => ({ search: "pers" }),
  "/djs/saveProfile": () => ({ experience: "Much" }),
  "/djs/test": () => ({ type: "dj" }),
  "/media/encoderFile": () => ({ program: "butt" }),
  "/search": () => ({ search: "pers" }),
  "/rooms/search": () => ({ search: "test" }),
  "/rooms/toggleAlert": () => ({ alert: false }),
  "/rooms/create": () => ({ name: "A new stage" }),
  "/rooms/update": () => ({ genre: "Dub" }),
  "/rooms/addManager": ({ world }) => ({ user: world.guest.id }),
  "/rooms/addManager#a person who is not there": () => ({ user: ulid() }),
  "/rooms/removeManager#oneself": (cell) => ({ user: askingPerson(cell).id }),
  "/rooms/removeManager#a manager of no stage": ({ world }) => ({ user: world.newManager.id }),
  "/roomMembers/addRole": () => ({ role: `Role ${ulid()}` }),
  "/roomMembers/updateRole": () => ({ name: `Role ${ulid()}` }),
  "/roomMembers/updateRole#of another stage": () => ({ name: `Role ${ulid()}` }),
  "/roomMembers/addMember": ({ world }) => ({ user: world.guest.id }),
  "/roomMembers/addMember#in a role of another stage": ({ world }) => ({ user: world.stranger.id }),
  "/roomChat/update": () => ({ slowSeconds: 5 }),
  "/roomChat/timeout": ({ world }) => ({ user: world.stranger.id, minutes: 1 }),
  "/roomChat/timeout#of a manager": () => ({ minutes: 1 }),
  "/roomChat/ban": ({ world }) => ({ user: world.stranger.id }),
  "/roomChat/lift": ({ world }) => ({ user: world.stranger.id }),
  "/sets/getRoomSchedule": () => ({ from: Date.now(), until: Date.now() + dayMs }),
  "/sets/update": () => ({ name: "Another name" }),
  "/sets/update#its time": slot,
  "/setRequests/request": booking,
  "/setRequests/request#on a stage of members": booking,
  "/setRequests/request#on demand": booking,
  "/setRequests/request#for somebody else": (cell) => ({ ...booking(cell), dj: cell.world.guest.id }),
  "/operator/make-performer": () => ({ type: "dj" }),
  "/operator/create-stage": ({ world }) => ({ name: "A new stage", manager: world.stranger.id }),
  "/operator/create-set": (cell, { room }) => ({
    stage: room,
    performer: cell.world.guest.id,
    name: "A set",
    ...slot(cell),
  }),
  "/operator/grant-award": () => ({ award: "Resident" }),
  "/operator/people": () => ({ text: "pers" }),
  "/operator/settle": () => ({ outcome: "dismissed" }),
  "/operator/dismiss": () => ({ until: Date.now() }),
};
