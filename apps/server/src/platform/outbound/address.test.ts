import { expect, test } from 'vitest';
import { findAddressFormatProblem, isPrivateAddress } from './address.ts';

test.each([
  ['1.1.1.1', false],
  ['93.184.215.14', false],
  ['2606:4700:4700::1111', false],
  ['10.0.0.1', true],
  ['127.0.0.1', true],
  ['169.254.169.254', true],
  ['::1', true],
  ['fd00::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:1.1.1.1', true],
  ['receiver.example', true],
])('%s is private: %s', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected);
});

test('an address of the public network may be called as a number too', () => {
  expect(findAddressFormatProblem('https://1.1.1.1/hook', [])).toBeNull();
  expect(findAddressFormatProblem('https://[2606:4700:4700::1111]/hook', [])).toBeNull();
  expect(findAddressFormatProblem('http://192.168.1.1/', [])).toBe('private');
});
