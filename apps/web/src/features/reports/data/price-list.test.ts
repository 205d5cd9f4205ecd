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

  it('tells thousands from decimals by the rest of the file, and names what cannot be read', () => {
    const rupiah =
      'Market,Currency,Marketing,Utility\nIndonesia,IDR,"1,000",892.5\nOther,IDR,"2,214.60",.05\nPeru,IDR,1.2.3.4,5';
    expect(readPriceList(rupiah)).toEqual({
      currency: 'IDR',
      rows: [
        { market: 'ID', prices: { marketing: '1000', utility: '892.5' } },
        { market: '', prices: { marketing: '2214.60', utility: '0.05' } },
        { market: 'PE', prices: { utility: '5' } },
      ],
      unknown: ['Peru 1.2.3.4'],
    });
    const peso = 'Market;Currency;Marketing;Utility\nColombia;COP;1.350,10;1.000\nOther;COP;12;0,125';
    expect(readPriceList(peso)?.rows.map(({ prices }) => prices)).toEqual([
      { marketing: '1350,10', utility: '1000' },
      { marketing: '12', utility: '0,125' },
    ]);
  });

  it('may have line breaks in the names of its columns and an empty first column, and names a market once', () => {
    const text = [
      ',Market,Currency,Utility,"Authentication-',
      'International",Service',
      ',Turkey,USD,1,2.3,4',
      ',Türkiye,USD,1.5,2.5,4.5',
    ].join('\n');
    expect(readPriceList(text)?.rows).toEqual([
      { market: 'TR', prices: { utility: '1.5', 'authentication-international': '2.5', service: '4.5' } },
    ]);
  });

  it.each(['', 'Name,Phone\nAna,+34600', 'Market,Currency\nSpain,EUR', '\0\0'])('%j is none', (text) => {
    expect(readPriceList(text)).toBeNull();
  });
});
