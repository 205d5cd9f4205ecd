/*
 * Texts are searched in more scripts as people type them: Arabic without vowel marks and with either alef, yeh, teh or
 * kaf, Hebrew without points, katakana as hiragana, the digits of every script, straight quotes. Equal to `foldText` of
 * the contract. Tables of letters are asked for only where a text has one of them: each costs a comparison for every
 * letter.
 */
create or replace function fold_text(value text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  folded text;
begin
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  folded := lower(regexp_replace(normalize(value, NFKD),
    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f'
    '\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc'
    '\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff]', '', 'g'));
  if folded ~ '[ßæœþøłđðħıŧəɓɗƙŋɛɔςґ’‘ʼʻ՚“”„‟‐‒–—−]' then
    folded := replace(replace(replace(replace(translate(folded,
      'øłđðħıŧəɓɗƙŋɛɔςґ’‘ʼʻ՚“”„‟‐‒–—−', 'olddhitebdkneoσг''''''''''""""-----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  if folded ~ '[ٱىیةہۃەھکڪ]' then
    folded := translate(folded, 'ٱىیةہۃەھکڪ', 'اييهههههكك');
  end if;
  if folded ~ '[\u30a1-\u30f6]' then
    folded := translate(folded,
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');
  end if;
  if folded ~ '[٠-٩۰-۹߀-߉०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯෦-෯๐-๙໐-໙༠-༩၀-၉႐-႙០-៩᠐-᠙]' then
    folded := translate(folded,
      '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯'
      '೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙',
      '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'
      '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789');
  end if;
  return normalize(folded, NFC);
end $$;

-- Only the few contacts whose text is folded otherwise now are written. No row changes for anyone who reads it.
alter table contacts disable trigger user;
update contacts set name = name, username = username
  where (octet_length(name) > length(name) or octet_length(username) > length(username))
    and (sort_name, search_text) is distinct from
      (fold_text(name), fold_text(name) || ' ' || coalesce(phone_number, '') || ' ' || fold_text(coalesce(username, '')));
alter table contacts enable trigger user;
