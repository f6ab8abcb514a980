/** Secrets are not in wrangler.toml, so they are declared here. */
declare namespace Cloudflare {
  interface Env {
    /** One or two keys of the agent, comma separated: the current one and its successor. */
    CUE_AGENT_KEYS: string;
    /** Signs captcha challenges and one-way keys of counters. */
    CUE_SECRET: string;
  }
}

interface Env extends Cloudflare.Env {}
