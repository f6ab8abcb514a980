/** The words of the mails about an account. */

export function verificationMail(to: { username: string; email: string }, link: string) {
  return {
    to: to.email,
    subject: "Confirm your email for Cue Music",
    text: [
      `Hello ${to.username},`,
      "",
      "please confirm that this address is yours by opening this link within a day:",
      "",
      link,
      "",
      "If you did not register at Cue Music, ignore this mail: without the link nothing happens.",
    ].join("\n"),
    html: [
      `<p>Hello ${escapeHtml(to.username)},</p>`,
      "<p>please confirm that this address is yours by opening this link within a day:</p>",
      `<p><a href="${escapeHtml(link)}">Confirm my email address</a></p>`,
      "<p>If you did not register at Cue Music, ignore this mail: without the link nothing happens.</p>",
    ].join("\n"),
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
