import { expect, test } from "vitest";
import { authorizationOf, readAuthorization, signatureOf } from "./oauth1.ts";

/** The example of X's page "creating a signature". */
const example = {
  method: "post",
  address: "https://api.x.com/1.1/statuses/update.json?include_entities=true",
  params: {
    status: "Hello Ladies + Gentlemen, a signed OAuth request!",
    oauth_consumer_key: "xvz1evFS4wEEPTGEFPHBog",
    oauth_nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg",
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: "1318622958",
    oauth_token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
    oauth_version: "1.0",
  },
  consumerSecret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
  tokenSecret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
};

test("the signature of X's own example is the one on its page", async () => {
  expect(await signatureOf(example)).toBe("Ls93hJiZbQ3akF3HF3x1Bz8/zU4=");
});

test("the header has every signed parameter, and its signature is over exactly these", async () => {
  const by = {
    consumer: { id: "key!", secret: "s&s" },
    token: { token: "a/b", secret: "t=t" },
    nonce: "abc",
    timestamp: 1_318_622_958,
  };
  const asked = {
    method: "POST",
    address: "https://api.x.com/oauth/request_token?b=2&a=%20%2B&a=!",
    oauth: { oauth_callback: "https://cue.example/api/social/twitter?x=*" },
  };
  const header = await authorizationOf(asked, by);
  expect(header).toContain(
    'oauth_callback="https%3A%2F%2Fcue.example%2Fapi%2Fsocial%2Ftwitter%3Fx%3D%2A", oauth_consumer_key="key%21"',
  );
  const { oauth_signature: signature, ...params } = readAuthorization(header) ?? {};
  expect(params).toEqual({
    oauth_callback: "https://cue.example/api/social/twitter?x=*",
    oauth_consumer_key: "key!",
    oauth_nonce: "abc",
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: "1318622958",
    oauth_token: "a/b",
    oauth_version: "1.0",
  });
  const secrets = { consumerSecret: "s&s", tokenSecret: "t=t" };
  expect(signature).toBe(await signatureOf({ ...asked, params, ...secrets }));
  expect(signature).not.toBe(await signatureOf({ ...asked, params, ...secrets, tokenSecret: "" }));
});

test("a header that is no signature is none", () => {
  for (const header of [null, "", "Bearer abc", 'OAuth a="%E0%A4%A"'])
    expect(readAuthorization(header)).toBe(null);
});
