import { list } from "isbot";
import { expect, test } from "vitest";
import { isCrawler, setAside } from "./crawlers.ts";

const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const crawlers = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "facebookexternalhit/1.1",
  "Twitterbot/1.0",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "WhatsApp/2.23.20.0",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  "Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)",
  "Blackbox Exporter/0.25.0",
  "StatusCake",
];

const players = [
  "VLC/3.0.20 LibVLC/3.0.20",
  "Lavf/60.16.100",
  "mpv 0.37.0",
  "MPlayer 1.4",
  "Winamp/5.9",
  "WinampMPEG/5.66, Ultravox/2.1",
  "foobar2000/1.6.16",
  "AIMP",
  "Music Player Daemon 0.23.5",
  "mpg123/1.31",
  "iTunes/12.9.5 (Macintosh; OS X 10.14.6)",
  "AppleCoreMedia/1.0.0.21A329 (iPhone; U; CPU OS 17_0 like Mac OS X; en_us)",
  "stagefright/1.2 (Linux;Android 7.0)",
  "ExoPlayerLib/2.18",
  "Dalvik/2.1.0 (Linux; U; Android 13)",
  "okhttp/4.12.0",
  "CueApp/1.0 CFNetwork/1490 Darwin/23",
  "GStreamer souphttpsrc 1.22.0 libsoup/3.2",
  "NSPlayer/12.00.19041",
  "WMPlayer/10.0.0.364 guid/3300AD50",
  "Linux UPnP/1.0 Sonos/79.1-56030 (ZPS23)",
  "Bose/1.0",
  "SqueezeCenter, Logitech Media Server/8.3",
  "TuneIn Radio/30",
  "RadioDroid2/0.84",
  "Roku/DVP-12.0",
  "Kodi/20.2 (X11; Linux x86_64)",
  "BASS/2.4",
  browser,
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
  "",
  null,
];

const scripts = [
  browser.replace("Chrome/", "HeadlessChrome/"),
  "node",
  "python-requests/2.31",
  "curl/8.5.0",
  "Wget/1.21",
];

test("crawlers, link previews and monitors are not counted as listeners", () => {
  for (const isLocal of [true, false])
    expect(crawlers.filter((agent) => !isCrawler(agent, { isLocal }))).toEqual([]);
});

test("players, radios, apps and browsers are listeners, even if the bot list matches them", () => {
  for (const isLocal of [true, false])
    expect(players.filter((agent) => isCrawler(agent, { isLocal }))).toEqual([]);
});

test("headless browsers and scripts are not listeners, except on the same machine", () => {
  expect(scripts.filter((agent) => !isCrawler(agent))).toEqual([]);
  expect(scripts.filter((agent) => isCrawler(agent, { isLocal: true }))).toEqual([]);
});

test("every excluded rule exists in the bot list", () => {
  expect(setAside.filter((rule) => !list.includes(rule))).toEqual([]);
});
