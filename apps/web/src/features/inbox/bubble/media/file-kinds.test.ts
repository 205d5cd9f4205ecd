import { describe, expect, it } from 'vitest';
import { problemOf, ruleOf, sendableTypeOf, takesCaption } from './file-kinds.ts';
import { addressEndsMs } from './use-fresh-media.ts';

const MiB = 1024 * 1024;

describe('the kinds a picked file can be sent as', () => {
  it.each([
    [{ name: 'a.jpg', type: 'image/jpeg' }, 'image'],
    [{ name: 'a.JPG', type: '' }, 'image'],
    [{ name: 'voice.opus', type: 'audio/ogg; codecs=opus' }, 'audio'],
    [{ name: 'song.mp3', type: 'audio/mp3' }, 'audio'],
    [{ name: 'ride.m4v', type: 'video/x-m4v' }, 'video'],
    [{ name: 'Preise.csv', type: 'text/csv' }, 'document'],
    [{ name: 'a.pdf', type: 'application/octet-stream' }, 'document'],
    [{ name: 'wave.webp', type: 'image/webp' }, 'sticker'],
    [{ name: 'page.html', type: 'text/html' }, undefined],
    // The browser's type takes precedence over the name's extension.
    [{ name: 'photo.png', type: 'image/svg+xml' }, undefined],
    [{ name: 'a.exe', type: '' }, undefined],
    [{ name: 'none', type: '' }, undefined],
  ])('%j', (file, kind) => {
    expect(ruleOf(file)?.kind).toBe(kind);
    expect(sendableTypeOf(file) === null).toBe(kind === undefined);
  });

  it('has a size limit for every kind', () => {
    const film = { name: 'a.mp4', type: 'video/mp4' };
    expect(problemOf({ ...film, size: 16 * MiB })).toBeNull();
    expect(problemOf({ ...film, size: 16 * MiB + 1 })).toEqual({ why: 'large', mostBytes: 16 * MiB });
    expect(problemOf({ name: 'a.pdf', type: 'application/pdf', size: 100 * MiB })).toBeNull();
    expect(problemOf({ ...film, size: 0 })).toEqual({ why: 'empty' });
    expect(problemOf({ name: 'a.exe', type: '', size: 5 })).toEqual({ why: 'type' });
  });

  it('has a caption unless it is audio or a sticker', () => {
    expect((['image', 'video', 'document', 'audio', 'sticker'] as const).filter(takesCaption)).toEqual([
      'image',
      'video',
      'document',
    ]);
  });
});

describe('a signed URL', () => {
  it('contains its expiry', () => {
    expect(addressEndsMs('/media/1/file?e=1795202100&s=x')).toBe(1_795_202_100_000);
    expect(addressEndsMs('/picture.svg')).toBeNull();
  });
});
