import { respond, type Served, serve } from "#workers/api/serve.ts";
import { deviceOf } from "#workers/api/signed-in.ts";
import {
  addTipDeviceCall,
  cancelKeyChangeCall,
  deleteSecretCall,
  endSyncCall,
  generateKeysCall,
  getAddressCall,
  getSecretCall,
  getSyncCall,
  listTipDevicesCall,
  removeTipDeviceCall,
  replaceKeyCall,
  setOnlyDevicesCall,
  startSyncCall,
  storeSecretCall,
} from "../calls/keys.ts";
import {
  AddTipDeviceInput,
  GenerateKeysInput,
  GetAddressInput,
  NewKeyInput,
  OnlyDevicesInput,
  RemoveTipDeviceInput,
  StoreSecretInput,
} from "../contract/keys.ts";
import { deleteSecret, generateKeys, getAddress, getSecret, storeSecret } from "../keys.server.ts";
import { endSync, getSync, startSync } from "../sync.server.ts";
import {
  addTipDevice,
  cancelKeyChange,
  getKeys,
  removeTipDevice,
  replaceKey,
  setOnlyDevices,
} from "../tip-devices.server.ts";

export const tokensKeys: readonly Served[] = [
  serve(generateKeysCall, {
    summary: "Give the user's wallet its key: a public key with a proof, or a recovery phrase.",
    input: GenerateKeysInput,
    run: generateKeys,
  }),
  serve(getAddressCall, {
    summary: "The address and public key of a person's wallet.",
    input: GetAddressInput,
    run: getAddress,
  }),
  serve(storeSecretCall, {
    summary: "Store the encrypted backup of the recovery phrase, or pass it to another device.",
    input: StoreSecretInput,
    run: storeSecret,
  }),
  serve(getSecretCall, { summary: "The encrypted backup of the recovery phrase.", run: getSecret }),
  serve(deleteSecretCall, { summary: "Delete the encrypted backup.", run: deleteSecret }),
  serve(startSyncCall, { summary: "Open a relay to another device for ten minutes.", run: startSync }),
  respond(getSyncCall, {
    summary: "What was passed from another device, once, by the tag in the header X-Cue-Sync.",
    respond: async (c) => c.json(await getSync(c.get("app"), c.req.header("x-cue-sync") ?? null)),
  }),
  serve(endSyncCall, { summary: "Close the relay to another device.", run: endSync }),
  serve(listTipDevicesCall, { summary: "The keys and devices of the user's wallet.", run: getKeys }),
  respond(addTipDeviceCall, {
    summary: "Let a device tip with a key of its own.",
    input: AddTipDeviceInput,
    respond: async (c, input) => c.json(await addTipDevice(c.get("app"), input, deviceOf(c))),
  }),
  serve(removeTipDeviceCall, {
    summary: "Refuse tips of a device.",
    input: RemoveTipDeviceInput,
    run: removeTipDevice,
  }),
  serve(setOnlyDevicesCall, {
    summary: "Whether only these devices may tip.",
    input: OnlyDevicesInput,
    run: setOnlyDevices,
  }),
  serve(replaceKeyCall, {
    summary: "Give the user's wallet another key.",
    input: NewKeyInput,
    run: replaceKey,
  }),
  serve(cancelKeyChangeCall, { summary: "Cancel a change of the keys that waits.", run: cancelKeyChange }),
];
