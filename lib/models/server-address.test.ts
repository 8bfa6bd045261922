import { describe, expect, it } from 'vitest';
import { parseServerAddress } from './server-address';

describe('the address of a model server', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://api.example.com/v1///', 'https://api.example.com/v1'],
    [' http://localhost:1234/ ', 'http://localhost:1234'],
    ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/chat/completions/', 'https://api.example.com/v1'],
    ['https://api.example.com/v1#top', 'https://api.example.com/v1'],
  ])('%s is taken as %s', (text, baseUrl) => {
    expect(parseServerAddress(text).baseUrl).toBe(baseUrl);
  });

  it('keeps the query apart, where it is not shown', () => {
    const address = parseServerAddress('https://host/openai?api-version=2&key=secret');
    expect(address.query).toEqual({ 'api-version': '2', key: 'secret' });
    expect(address.shown).toBe('https://host/openai');
  });

  it.each([
    ['http://localhost:11434/v1', 'this-computer'],
    ['http://127.0.0.1/v1', 'this-computer'],
    ['http://[::1]:80/v1', 'this-computer'],
    ['http://192.168.1.20:8080', 'local-network'],
    ['http://172.20.0.2', 'local-network'],
    ['http://172.32.0.2', 'internet'],
    ['http://nas.local', 'local-network'],
    ['http://workstation:1234', 'local-network'],
    ['http://[fd00::5]/v1', 'local-network'],
    ['https://api.example.com/v1', 'internet'],
  ])('%s is on %s', (text, reach) => {
    expect(parseServerAddress(text).reach).toBe(reach);
  });

  it.each(['', 'api.example.com', 'file:///etc/passwd', 'javascript:alert(1)'])(
    'refuses %j',
    (text) => {
      expect(() => parseServerAddress(text)).toThrow('not a web address');
    },
  );

  it('refuses a password without repeating it', () => {
    expect(() => parseServerAddress('https://me:hunter22@host/v1')).toThrow(
      /^(?!.*hunter22).*user name or password/,
    );
  });
});
