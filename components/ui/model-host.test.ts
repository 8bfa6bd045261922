import { describe, expect, it } from 'vitest';
import { modelHostOf } from './model-host';

describe('where a model lives', () => {
  it.each([
    ['http://localhost:1234/v1', 'this-computer'],
    ['http://models.localhost/v1', 'this-computer'],
    ['http://127.0.0.1:1234/v1', 'this-computer'],
    ['http://[::1]:1234/v1', 'this-computer'],
    ['http://192.168.0.7:1234/v1', 'nearby'],
    ['http://172.20.0.7/v1', 'nearby'],
    ['http://[fd00::7]/v1', 'nearby'],
    ['http://workstation:1234/v1', 'nearby'],
    ['http://workstation.local/v1', 'nearby'],
    ['https://models.example/v1', 'remote'],
    ['http://172.40.0.7/v1', 'remote'],
    ['http://localhost.evil.example/v1', 'remote'],
    ['http://127.0.0.1.evil.example/v1', 'remote'],
    ['http://localhost@evil.example/v1', 'remote'],
  ])('is told by its address: %s', (baseUrl, place) => {
    expect(modelHostOf(baseUrl)?.place).toBe(place);
  });

  it('is unknown when the address is none', () => {
    expect(modelHostOf('nonsense')).toBeUndefined();
  });
});
