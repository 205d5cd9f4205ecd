import { describe, expect, it } from 'vitest';
import { readPriceList } from './price-list.ts';

describe('a price list of WhatsApp', () => {
  it('is read with its markets, groups and categories', () => {
    const text = [
      'WhatsApp Business Platform rates,,,,,',
      'Effective October 1 2026,,,,,',
      'Market,Currency,Marketing,Utility,Authentication,Authentication-International,Service',
      'Argentina,$US,$0.0618,0.0260,0.0260,n/a,0.0260',
      '"Rest of Central & Eastern Europe",$US,0.0860,0.0212,0.0212,n/a,Free',
      'Turkey,$US,0.0109,0.0009,0.0009,,',
      'Other,$US,0.0604,0.0077,0.0077,n/a,n/a',
      'Total,,,,,,',
    ].join('\r\n');
    expect(readPriceList(`\uFEFF${text}`)).toEqual({
      currency: 'USD',
      rows: [
        {
          market: 'AR',
          prices: { marketing: '0.0618', utility: '0.0260', authentication: '0.0260', service: '0.0260' },
        },
        {
          market: 'rest-of-central-and-eastern-europe',
          prices: { marketing: '0.0860', utility: '0.0212', authentication: '0.0212', service: '0' },
        },
        { market: 'TR', prices: { marketing: '0.0109', utility: '0.0009', authentication: '0.0009' } },
        { market: '', prices: { marketing: '0.0604', utility: '0.0077', authentication: '0.0077' } },
      ],
      unknown: [],
    });
  });

  it('may be separated by semicolons with decimal commas, and names what it does not know', () => {
    const text = 'Market;Currency;Marketing;Authentication-International\nGermany;EUR;0,1131;0,05\nAtlantis;EUR;1;1';
    expect(readPriceList(text)).toEqual({
      currency: 'EUR',
      rows: [{ market: 'DE', prices: { marketing: '0,1131', 'authentication-international': '0,05' } }],
      unknown: ['Atlantis'],
    });
  });

  it.each(['', 'Name,Phone\nAna,+34600', 'Market,Currency\nSpain,EUR', '\0\0'])('%j is none', (text) => {
    expect(readPriceList(text)).toBeNull();
  });
});
