import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  AddressView,
  type AddTipDeviceInput,
  type GenerateKeysInput,
  type GetAddressInput,
  KeysView,
  KeyView,
  type NewKeyInput,
  type OnlyDevicesInput,
  type RemoveTipDeviceInput,
  SecretView,
  StoredView,
  type StoreSecretInput,
  SyncView,
  TakenSyncView,
  TipDeviceView,
} from "../contract/keys.ts";

export const generateKeysCall = defineCall("POST", "/sharedSecrets/generateKeys", {
  who: "user",
  input: takes<typeof GenerateKeysInput>(),
  answer: KeyView,
});

export const getAddressCall = defineCall("POST", "/sharedSecrets/getAddress", {
  who: "user",
  input: takes<typeof GetAddressInput>(),
  answer: AddressView,
});

export const storeSecretCall = defineCall("POST", "/sharedSecrets/store", {
  who: "user",
  input: takes<typeof StoreSecretInput>(),
  answer: StoredView,
});

export const getSecretCall = defineCall("GET", "/sharedSecrets/get", { who: "user", answer: SecretView });

export const deleteSecretCall = defineCall("GET", "/sharedSecrets/delete", {
  who: "user",
  answer: z.literal(true),
  changesState: true,
});

export const startSyncCall = defineCall("GET", "/sharedSecrets/startSync", {
  who: "user",
  answer: SyncView,
  changesState: true,
});

/** The tag is sent in the header `X-Cue-Sync`. */
export const getSyncCall = defineCall("GET", "/sharedSecrets/getSync", {
  who: "user",
  answer: TakenSyncView,
  changesState: true,
});

export const endSyncCall = defineCall("GET", "/sharedSecrets/endSync", {
  who: "user",
  answer: z.literal(true),
  changesState: true,
});

export const listTipDevicesCall = defineCall("GET", "/tokens/devices/list", {
  who: "user",
  answer: KeysView,
});

export const addTipDeviceCall = defineCall("POST", "/tokens/devices/add", {
  who: "user",
  input: takes<typeof AddTipDeviceInput>(),
  answer: TipDeviceView,
});

export const removeTipDeviceCall = defineCall("POST", "/tokens/devices/remove", {
  who: "user",
  input: takes<typeof RemoveTipDeviceInput>(),
  answer: KeysView,
});

export const setOnlyDevicesCall = defineCall("POST", "/tokens/devices/only", {
  who: "user",
  input: takes<typeof OnlyDevicesInput>(),
  answer: KeysView,
});

export const replaceKeyCall = defineCall("POST", "/tokens/devices/newKey", {
  who: "user",
  input: takes<typeof NewKeyInput>(),
  answer: KeysView,
});

export const cancelKeyChangeCall = defineCall("POST", "/tokens/devices/cancelChange", {
  who: "user",
  answer: KeysView,
});
