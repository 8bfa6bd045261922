import { describe, expect, it } from 'vitest';
import { hostFromText, hostOf, isOnHost, normalOrigin, placeName } from './origin';

describe('where data comes from and goes to', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['HTTPS://Shop.EXAMPLE:443/a?b#c', 'https://shop.example'],
    ['http://shop.example:8080/', 'http://shop.example:8080'],
    [' https://user:pass@shop.example/ ', 'https://shop.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['Browser', 'browser'],
    ['mailto:A@b.example', 'mailto:a@b.example'],
  ])('is one place however it is written: %s', (written, origin) => {
    expect(normalOrigin(written)).toBe(origin);
  });

  it.each([
    ['browser', 'your open tabs'],
    ['file:report.pdf', 'report.pdf'],
    ['https://shop.example:8443', 'shop.example:8443'],
    ['mailto:a@b.example', 'a@b.example'],
  ])('has a name for people: %s', (origin, name) => {
    expect(placeName(origin)).toBe(name);
  });
});

describe('a host', () => {
  it('is that of a website, and of nothing else', () => {
    expect(hostOf('https://Shop.example.:8080/a')).toBe('shop.example');
    for (const other of ['mailto:a@b.example', 'chrome://settings', 'browser', '']) {
      expect(hostOf(other)).toBeUndefined();
    }
  });

  it.each([
    ['example.com', 'example.com'],
    [' EXAMPLE.com/path ', 'example.com'],
    ['https://www.example.com:8080/a?b', 'www.example.com'],
    ['*.example.com', 'example.com'],
    ['localhost', 'localhost'],
    ['127.0.0.1:3000', '127.0.0.1'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('is understood as a person writes it: %s', (text, host) => {
    expect(hostFromText(text)).toBe(host);
  });

  it.each([
    '',
    ' ',
    'two words',
    'mail@example.com',
    'chrome://settings',
    'https://',
    'javascript:alert(1)',
  ])('is not found in what is none: “%s”', (text) => {
    expect(hostFromText(text)).toBeUndefined();
  });

  it('has its subdomains, and no neighbours that only look alike', () => {
    const hosts = ['example.com'];
    for (const on of [
      'https://example.com',
      'http://a.b.example.com:81/x',
      'https://EXAMPLE.com.',
    ]) {
      expect([on, isOnHost(on, hosts)]).toEqual([on, true]);
    }
    for (const off of [
      'https://badexample.com',
      'https://example.com.evil.org',
      'example.com',
      'https://evil.org/example.com',
      'https://example.com@evil.org',
    ]) {
      expect([off, isOnHost(off, hosts)]).toEqual([off, false]);
    }
  });
});
