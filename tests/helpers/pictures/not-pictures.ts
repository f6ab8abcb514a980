/** Other files that are declared as pictures. */
export function notPictures(): Record<string, Uint8Array> {
  const heads: Record<string, string> = {
    nothing: "",
    "one byte": "\xff",
    "the first bytes of a jpg": "\xff\xd8\xff",
    "the first bytes of a png": "\x89PNG\r\n\x1a\n",
    "the first bytes of a tif": "II*\0",
    gif: "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
    "gif that is a script": "GIF89a=1;alert(1)//",
    webp: "RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0",
    bmp: "BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0",
    ico: "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0 \0",
    avif: "\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf",
    heic: "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    "jpeg 2000": "\0\0\0\x0cjP  \r\n\x87\n",
    "jpeg xl": "\xff\x0a\xfa\x7f\x01\x90\x08\x06\x01",
    photoshop: "8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x01\0\0\0\x01\0\x08\0\x03",
    mng: "\x8aMNG\r\n\x1a\n\0\0\0\x1cMHDR",
    "big tif": "II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0",
    pdf: "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj",
    postscript: "%!PS-Adobe-3.0 EPSF-3.0\n",
    zip: "PK\x03\x04\x14\0\0\0\0\0",
    gzip: "\x1f\x8b\x08\0\0\0\0\0\0\x03",
    exe: "MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff",
    elf: "\x7fELF\x02\x01\x01\0",
    mp3: "ID3\x04\0\0\0\0\0\x23TSSE",
    mvg: "push graphic-context\nviewbox 0 0 9 9\nfill 'url(https://evil.example/x.jpg\"|ls \"-la)'\npop",
    "imagemagick label": "label:@/etc/passwd",
    svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
    "svg that asks for a file":
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    "svg that asks a server": '<svg><image href="http://169.254.169.254/latest/meta-data/"/></svg>',
    "svg that laughs":
      '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>',
    html: "<!doctype html><script>alert(1)</script>",
    json: '{"data":"image"}',
    utf8: "\xef\xbb\xbf\x89PNG\r\n\x1a\n",
    zeros: "\0".repeat(5000),
  };
  return Object.fromEntries(
    Object.entries(heads).map(([name, head]) => [name, new Uint8Array(Buffer.from(head, "latin1"))]),
  );
}
