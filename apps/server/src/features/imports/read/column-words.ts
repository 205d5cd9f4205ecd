/** How names of columns are compared: lower case, without accents and punctuation. */
export const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const words = (list: string) => new Set(list.split(',').map(plain));

/** Whole names of columns, as users and other tools write them. */
export const columnNames = {
  phone_code: words(
    'calling code, country calling code, country code, countrycode, dial code, dialing code, isd code, phone code, phone country code',
  ),
  first_name: words(
    `first, first name, firstname, given name, givenname, vorname, prénom, primeiro nome, primer nombre, nombre de pila,
     nome di battesimo, voornaam, imię, fornamn, fornavn, etunimi, keresztnév, prenume, křestní jméno`,
  ),
  last_name: words(
    `family name, familyname, last, last name, lastname, surname, nachname, familienname, nom de famille, sobrenome,
     apelido, apellido, apellidos, cognome, achternaam, nazwisko, efternamn, efternavn, etternavn, sukunimi, příjmení,
     vezetéknév, soyad, soyadı, soy isim, фамилия, прізвище, اسم العائلة, نام خانوادگی, उपनाम, 姓, 성, nama belakang, họ`,
  ),
  name: words(
    `name, full name, fullname, contact, contact name, customer, customer name, client name, display name, nom, nom complet,
     nom du client, nom et prénom, nome, nome completo, nome do cliente, nome e cognome, nombre, nombre completo,
     nombre del cliente, naam, volledige naam, namn, navn, nimi, jméno, név, nume, imię i nazwisko, ad soyad, ad, adı, isim,
     kunde, kundenname, имя, фио, ім'я, піб, όνομα, ονοματεπώνυμο, الاسم, الاسم الكامل, اسم العميل, نام, נשם, שם, שם מלא,
     नाम, नाव, নাম, பெயர், 姓名, 名字, 客户姓名, 名前, 氏名, お名前, 이름, 성명, 고객명, nama, nama lengkap, tên, họ tên, họ và tên, ชื่อ`,
  ),
  lists: words(
    `contact lists, group membership, groups, labels, lists, segments, tags, listas, grupos, etiquetas, listen, gruppen, القوائم,
     قوائم, सूचियाँ, समूह`,
  ),
  opted_in_at: words(
    `agreed, agreement, consent, gdpr, gdpr consent, gdpr ok, marketing consent, opt in, opt in date, opted in, opted in at,
     optin, optin date, subscribed, consentimiento, suscrito, consentimento, inscrito, einwilligung, موافقة على الرسائل, الموافقة,
     सहमति, ऑप्ट-इन`,
  ),
  opt_in_source: words('opt in source, optin source'),
  opted_out_at: words(
    `do not contact, do not message, dnc, opt out, opt out date, opted out, opted out at, optout, optout date, unsubscribe date,
     unsubscribed, unsubscribed at, baja, fecha de baja, descadastro, descadastrado, abmeldung, abgemeldet, إلغاء الاشتراك,
     ऑप्ट-आउट`,
  ),
};

/**
 * Words in names of columns with phone numbers, by how well they fit, of the product's markets. `weak` ones name other
 * numbers and people as well.
 */
const phoneWords = {
  whatsapp: words('whatsapp, whats app, whats, wa, wa id, waid, zap'),
  mobile: words(
    `mobile, mobil, cell, cellphone, msisdn, handy, handynummer, mobilfunk, mobilnummer, mobiltelefon, móvil, movil, celular,
     cellulare, portable, gsm, mobiel, komórka, komórkowy, mobilni, matkapuhelin, cep, κινητό, мобильный, мобільний, جوال,
     موبايل, همراه, נייד, मोबाइल, मोबाईल, মোবাইল, 手机, 手機, 携帯, 携帯電話, 휴대폰, 휴대전화, 핸드폰, hp, ponsel, di động, มือถือ`,
  ),
  phone: words(
    `phone, telephone, tel, telefon, telefono, teléfono, telefone, fone, téléphone, numtel, telefoon, telefonnummer, puhelin,
     telefonszám, telefonu, τηλέφωνο, телефон, هاتف, الهاتف, تليفون, تلفن, טלפון, फ़ोन, फोन, टेलीफ़ोन, टेलीफोन, दूरभाष, ফোন, 电话,
     電話, 電話番号, 电话号码, 手机号, 手机号码, 전화, 전화번호, 연락처, telepon, telp, điện thoại, โทรศัพท์, simu, phonenumber, mobilenumber,
     contactnumber, whatsappnumber, phone number e164`,
  ),
  weak: words('number, numero, número, nummer, numéro, contact, contacto, contato, номер, رقم, nomor, no, 番号, 号码'),
};
const strength = { whatsapp: 4, mobile: 3, phone: 2, weak: 1 } as const;

/** Words in names of columns with other numbers: of customers, orders, places, a second line. */
const otherNumbers = words(
  `code, código, codice, kode, cod, kod, id, uid, key, sku, customer number, customer no, client number, kundennummer,
   kundennr, order, pedido, bestellung, commande, ordine, invoice, factura, fatura, facture, rechnung, account, konto, ref,
   reference, referencia, zip, postcode, postal, plz, cap, iban, vat, tax, type, label, extension, ext, fax, date, count`,
);
/** A line that takes no messages, where there is another one. */
const landlines = words('home, work, office, business, landline, festnetz, privat, fixe, fixo, fijo, fisso, casa');

/** Without spaces between words, or with an article in front of them, a name contains the word. */
const holds = (set: ReadonlySet<string>, key: string) =>
  [...set].some((word) =>
    /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]+$/u.test(word)
      ? key.includes(word)
      : ` ${key} `.includes(` ${word} `),
  );

/** @returns how well a column's name fits a phone number, 0 to 4; negative for the name of another number */
export function phoneNameStrength(name: string): number {
  const key = plain(name);
  const found = (['whatsapp', 'mobile', 'phone', 'weak'] as const).find((kind) => holds(phoneWords[kind], key));
  if (holds(otherNumbers, key)) return found === 'whatsapp' ? strength.weak : -1;
  if (found === undefined) return 0;
  return found === 'phone' && holds(landlines, key) ? strength.weak : strength[found];
}
