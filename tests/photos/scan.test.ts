import { describe, expect, test } from 'vitest';
import { scanReads } from '#photos/scan.ts';

/** Pictures of 90x70 as libjpeg encodes them. */
const pictures = {
  colour:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCABGAFoDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDzhVX1qRQvc/pSLx/DUq+61bpndCwqqv8AkVIFH+RSLz/DUo/3aydM7adgVU/yKkCrnrQv+7+tSqP9msnTOynYFVf8ipFVfX9KFH+zUqjj7v61m6Z202hFVcdakCrilVf9mpQD6Vk6Z2QYzbRtqTbS4qfZm3Mcuv8AvCpF/wB4UxQPQ1KuPQ19K6R8JTY9ef4hUq5/vCmKB6GpVA9DWTpHbCQ9c/3h+lSr/vCmKB6GpVA6YNZSpHZTkOTPdhUqg+opqAehqVAPQ1i6R2QkOXOfvCpAOOtIoX0NSqB6GsnTOuEhoFG2pAtLtqfZmvMcku7+6KlUNxwKjVV9alUL6/pX07pHw8JEqhvQVKoPoKjULipVVfWspUjshIkUH0FSqD6D8qYqr/kVKqqe9YukdcJEiBvQVKgOegpiKvrUqKtYypHXCQ9Q3tUgDegpFVakVV/yKydM64yALS7aeFpdtR7M15jjV6j5amT6VGn+8KmXr94V9VKkfFwY9f8Ad/WplH+zTEH+1UyZ/vCsJUjrgx6/7v61Mo/2aYgOPvCplyP4hWMqR1QkOUH+7+tTIP8AZ/Wmr0+8KmGfUVjKmdcJDkGcfLUqj2pFz/eFSqPUisZUzqjIQLS7aeFp22o9macxwy7R61Mu2iivqJJHx0SZdue9Trt9KKKxkkdUCZduM81Mm30NFFYSR1wJ12+9SptoorGSOqJMm30NTLt54oorGSR0wJQKXFFFZ2Rof//Z',
  restarts:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCABGAFoDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/90ABAAM/9oADAMBAAIRAxEAPwDzhVX1qRQvc/pSLx/DUq+61bpndCwqqv8AkVIFH+RSLz/DUo/3aydM7adgVU/yKkCrnrQv+7+tSqP9msnTOynYFVf8ipFVfX9KFH+zUqjj7v61m6Z202hFVcdakCrilVf9mpQD6Vk6Z2QYzbRtqTbS4qfZm3Mcuv8AvCpF/wB4UxQPQ1KuPQ19K6R8JTY9ef4hUq5/vCmKB6GpVA9DWTpHbCQ9c/3h+lSr/vCmKB6GpVA6YNZSpHZTkOTPdhUqg+opqAehqVAPQ1i6R2QkOXOfvCpAOOtIoX0NSqB6GsnTOuEhoFG2pAtLtqfZmvMf/9Dgl3f3RUqhuOBUaqvrUqhfX9K+jdI6ISJVDegqVQfQVGoXFSqq+tZSpHZCRIoPoKlUH0H5UxVX/IqVVU96xdI64SJEDegqVAc9BTEVfWpUVaxlSOuEh6hvapAG9BSKq1Iqr/kVk6Z1xkAWl208LS7aj2ZrzHGr1Hy1Mn0qNP8AeFTL1+8K+qlSPi4Mev8Au/rUyj/ZpiD/AGqmTP8AeFYSpHXBj1/3f1qZR/s0xAcfeFTLkfxCsZUjqhIcoP8Ad/WpkH+z+tNXp94VMM+orGVM64SHIM4+WpVHtSLn+8KlUepFYypnVGQgWl208LTttR7M05j/0eJXaPWpl20UV+gSSLiTLtz3qddvpRRWMkjqgTLtxnmpk2+hoorCSOuBOu33qVNtFFYyR1RJk2+hqZdvPFFFYySOmBKBS4oorOyND//Z',
  grey: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCABGAFoBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APDERPX9KmVV7n9KsIiev6VOqL1/pUyJHgc5/Cp1Rc9f0qdETuefpU6RoO/6VOiJjqfyqdUTHFSBKNlcEnB+4fpmp190/WrCc/wfrVhfdD+dTIOny8dOtWFAxjZ+tTqO4T9anQYA+TP41YROfufmamVScfLT9lLtrz5OuN4/Sp0yBy4zViPnq4/SrC56bx+VToG/vr9OKsoCP4x+lWI9xwS4x+FToD/eH6VOmc/fFTqvH3hTwtLsrzlFXPQ1Yj29wfyqzGFP8LflU6KvTB/KrKKvYNViNV6YNWI1U4+U/lViNV9DVhFT+6cfSrCqOwNSBPal2V5sgfP3R9cVZRW4+Vfxqwiv6LVlA391fwFWFDf3Rj6VZjVumB+VWY1fphT+FWI1YH7oxVmNXPQD61Mqt6CpAlO2V5giJnr+lWEWPpn9KsoqY/8A11ZRE9f0qyiIB1/SrEaIc81ZjjQ9zx7VZjRDnPX6VaSND0P6VOkaf5FTBB2p2yvLUGCPk/WrMY/2f1q0g5+5+tWUHOdn65qynXIj/WrSLx/q6sop/ufrVmMdyn61ajAOMR/rVhFJH3f1qUJ7U7ZXlMYzj51/SrUec4LqPpVqMHoHFWY8/wB8fpVqMHA+YfpVpMj+MVZQEjhx+lWlBPO4fpVlAf8AnoD+VWUU45IqUJT9leRpsA79+1WUKAdD+VWk8sHoeParabPQ4q1GEC5APSrUZj7A1bQJ6GrEWw9j+VWo9noRVpNnPHSp1UU/bX//2Q==',
  progressive:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjL/wgARCABGAFoDASIAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAAAAIDAQb/xAAZAQEBAQEBAQAAAAAAAAAAAAADBAIGBQH/2gAMAwEAAhADEAAAAeFcfVe0yh1DlMUj651D651KUPic+609zkmotDpai0OlqLQ6tplMUrr7nfNVnT3uUpRKHS9UoVL0Sp0u+OdBrblOWqleg5Z6LUqWqtSo2q1OhqZQqM19xvkah0HM1qBUVqBUWoBUVqBO7Bjf/8QAGxABAQEAAwEBAAAAAAAAAAAAAQAgEBEhMED/2gAIAQEAAQUCx5z1+MwbI5Ij5ERGfMEEXV1g0RgiIj5ecEdcEY//xAAYEQEBAQEBAAAAAAAAAAAAAAAAAgEREP/aAAgBAwEBPwGUIQl1Gp1Gp1Oup1Op1NJp1Op1Op1OupSlKfP/xAAZEQEBAQEBAQAAAAAAAAAAAAAAAQISAxD/2gAIAQIBAT8BuFwuFwuHC+a4XC4XDhfNcLhcLhwuFwuFwuHCrFVfn//EABkQAQACAwAAAAAAAAAAAAAAADEAEDBAYP/aAAgBAQAGPwLjCFmR0P/EABoQAQEBAQEBAQAAAAAAAAAAAAEAEXFRYRD/2gAIAQEAAT8hAgICAggEBAgICyyORyORyORyORyD5B8ssjsduo7G+kdtex2OwfbLICxY8YCA+wIHkCA8gssjfIHwgfkb4RvkGD8g+QYGyyAggEBAQIIECBZZHLiORyIED5cfgHyyy6Lourq6jsdjsQLLIyMiGWM/AyxYjILL/9oADAMBAAIAAwAAABDS51Z7VLt+6ym9SLoUy1oO0XaFz0EGH//EABwRAAICAwEBAAAAAAAAAAAAAAABEfAQIVExIP/aAAgBAwEBPxCNkZDKyMrI+sWdHjej+j+42kvI+stJScbaLaLaK6K6+J6PQ2iT/8QAFhEBAQEAAAAAAAAAAAAAAAAAAQBA/9oACAECAQE/EM6oBVGq/wBYSKJEiSF//8QAJhAAAgEDAwQCAwEAAAAAAAAAAAERITGhQVGREGFxwYHRsfDx4f/aAAgBAQABPxDf4NQ8G/wXXojKs/BKvg17r4FdcEe74IdBdOl3+JO7Mr/2dz8i20WuIoj8xNVmLCV/yV/djHHVXxHBNKqyVXXBK0eBfSoK1pwSQ2sfAr2YJzaULBdGZZm4nwI30FpD4NIhYQxiKuDYM3qPAjRMXb0rOzzBSZDahfoITYjwWELgsYb4EHZAzZLybBC6c++C0nBF/pv8C6vgbmozq6dhuZv4HbPB+1CXTpWGvcT9MWv3FrP5yXysikHf2Jq8xE4jIc19hdvSkx6iUw1eBHZKS24EcKjBNaRW1RcCN1hgV7HwOirQunGtddB1VnwROzp2O24EWSTsNoTF2sn0fB2Wi/Swjo//2Q==',
};

const bytesOf = (name: keyof typeof pictures) => Uint8Array.from(Buffer.from(pictures[name], 'base64'));

/** The offset of the entropy-coded data. */
function scanOf(bytes: Uint8Array): number {
  const marker = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xda);
  return marker + 2 + (((bytes[marker + 2] ?? 0) << 8) | (bytes[marker + 3] ?? 0));
}

/** The picture with its headers, and with noise from that share of the data on (0 to 1). */
function noisy(bytes: Uint8Array, share: number, noise: (offset: number) => number): Uint8Array {
  const spoiled = bytes.slice();
  const start = scanOf(bytes);
  for (let offset = start + Math.floor((bytes.length - start) * share); offset < bytes.length - 2; offset += 1)
    spoiled[offset] = noise(offset);
  return spoiled;
}

const noises: [string, (offset: number) => number][] = [
  ['no marker', (offset) => (offset * 7919) % 251],
  ['markers', (offset) => (offset * 2_654_435_761) >>> 24],
  ['zeros', () => 0],
  ['ones', () => 0xff],
];

describe('reading the data of a JPEG', () => {
  test.each(['colour', 'restarts', 'grey', 'progressive'] as const)('[F25] succeeds for %s', (name) => {
    expect(scanReads(bytesOf(name))).toBe(true);
  });

  for (const name of ['colour', 'restarts', 'grey'] as const) {
    test.each(noises)(`[F25] fails for ${name} with its data replaced by noise: %s`, (_, noise) => {
      expect(scanReads(noisy(bytesOf(name), 0, noise))).toBe(false);
    });

    test(`[F25] succeeds for ${name} when only its end is broken`, () => {
      expect(scanReads(noisy(bytesOf(name), 0.9, () => 0xff))).toBe(true);
    });
  }

  test('[F25] fails for ones, which begin no code', () => {
    expect(scanReads(noisy(bytesOf('colour'), 0, () => 0x7f))).toBe(false);
  });

  test('[F25] ends without an error for a picture that is cut anywhere', () => {
    const whole = bytesOf('colour');
    for (let length = 0; length < whole.length; length += 1)
      expect(() => scanReads(whole.subarray(0, length))).not.toThrow();
  });
});
