/** Domains under which anybody gets an address: having one there says nothing about a company. */
const domains = new Set(
  `126.com 163.com aim.com alice.it aol.com arcor.de att.net bellsouth.net bigpond.com bluewin.ch bol.com.br
  btinternet.com charter.net comcast.net cox.net daum.net duck.com earthlink.net email.com fastmail.com fastmail.fm
  foxmail.com free.fr freemail.hu freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.fr gmx.net googlemail.com
  hanmail.net hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com
  inbox.com inbox.lv inbox.ru interia.pl keemail.me kpnmail.nl laposte.net libero.it list.ru live.co.uk live.com
  live.de live.fr live.it live.nl mac.com mail.com mail.de mail.ru mailbox.org me.com msn.com mweb.co.za naver.com
  neuf.fr ntlworld.com o2.pl online.de optusnet.com.au orange.fr outlook.com outlook.com.br outlook.de outlook.es
  outlook.fr pm.me posteo.de proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com riseup.net
  rocketmail.com rogers.com runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com skynet.be
  sohu.com startmail.com sympatico.ca t-online.de talktalk.co.uk telenet.be telus.net terra.com.br tiscali.it
  tuta.com tuta.io tutamail.com tutanota.com tutanota.de ukr.net uol.com.br verizon.net virgilio.it
  virginmedia.com vodafone.it wanadoo.fr web.de wp.pl xtra.co.nz yahoo.ca yahoo.co.id yahoo.co.in yahoo.co.jp
  yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.de yahoo.es yahoo.fr yahoo.in
  yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com zohomail.com`.split(/\s+/),
);

/** @param email in the contract's spelling @returns the domain of a company's own mail, null for a public provider's */
export function companyDomainOf(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domain === '' || domains.has(domain) ? null : domain;
}
