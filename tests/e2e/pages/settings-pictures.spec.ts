/** The profile picture: choosing, cropping, shrinking, refusing and removing it. */
import { writeFile } from "node:fs/promises";
import { open } from "#tests/fixtures/open.ts";
import { toast } from "#tests/fixtures/page-parts.ts";
import { profileOf } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("profile settings", () => {
  test("show errors about a picture next to it", async ({ visit, newPerson }) => {
    const { page } = await visit({ as: await newPerson("Pictures") });
    await open(page, "/settings/profile");
    const choose = async (name: string, content: Buffer) => {
      // Passed by its path, because the browser loads 40 MB faster from disk than from the test.
      const path = test.info().outputPath(name);
      await writeFile(path, content);
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Choose Photo" }).click();
      await (await chooser).setFiles(path);
    };
    await choose("drawing.png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    await expect(page.getByText("Unsupported image type")).toBeVisible();
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    await choose("large.png", Buffer.concat([png, Buffer.alloc(40_000_000)]));
    await expect(page.getByText("Image size is too large")).toBeVisible();
  });

  test("shrink a photo of several megabytes in the browser and save it", async ({ visit, newPerson }) => {
    const person = await newPerson("Camera");
    const { page } = await visit({ as: person, phone: true });
    await open(page, "/settings/profile");
    const photo = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(4032, 3024);
      const context = canvas.getContext("2d");
      // Noise, which does not compress.
      const noise = new ImageData(512, 512);
      crypto.getRandomValues(noise.data.subarray(0, 65_536));
      for (let at = 65_536; at < noise.data.length; at += 65_536)
        crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
      const tile = await createImageBitmap(noise);
      for (let x = 0; x < 4032; x += 512) for (let y = 0; y < 3024; y += 512) context?.drawImage(tile, x, y);
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = "";
      for (let at = 0; at < bytes.length; at += 8_192)
        text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
      return btoa(text);
    });
    const buffer = Buffer.from(photo, "base64");
    expect(buffer.length).toBeGreaterThan(3_000_000);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose Photo" }).click();
    const file = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer };
    // Playwright sends it to the browser as text, which takes seconds.
    await (await chooser).setFiles(file, { timeout: 60_000 });
    await page.getByRole("dialog").getByRole("button", { name: "Crop" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    expect((await profileOf(person)).profile).toMatch(/^\/pictures\//);
  });

  test("save a photo as soon as it is cropped, and can remove it", async ({ visit, newPerson }) => {
    const person = await newPerson("Portrait");
    const { page } = await visit({ as: person });
    await open(page, "/settings/profile");
    const png = await page.evaluate(() => {
      const canvas = new OffscreenCanvas(640, 480);
      canvas.getContext("2d")?.fillRect(0, 0, 320, 480);
      return canvas
        .convertToBlob({ type: "image/png" })
        .then(async (blob) => [...new Uint8Array(await blob.arrayBuffer())]);
    });
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose Photo" }).click();
    const file = { name: "portrait.png", mimeType: "image/png", buffer: Buffer.from(png) };
    await (await chooser).setFiles(file);
    await page.getByRole("dialog").getByRole("button", { name: "Crop" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    expect((await profileOf(person)).profile).toMatch(/^\/pictures\//);

    await page.getByRole("button", { name: "Remove Photo" }).click();
    await expect(page.getByRole("button", { name: "Remove Photo" })).toBeHidden();
    expect((await profileOf(person)).profile).toBeNull();
  });
});
