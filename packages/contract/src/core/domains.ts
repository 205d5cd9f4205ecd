/** Country codes among the top-level domains (ISO 3166 as IANA delegates it). */
const ofCountries =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ' +
  'ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm ' +
  'gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la ' +
  'lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np ' +
  'nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su ' +
  'sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw';

/** Those that businesses use most, of all others; `example` is for documentation (RFC 2606). */
const generic =
  'com net org info biz edu gov int mil name pro aero asia cat coop jobs mobi museum post tel travel app dev page web shop store ' +
  'online site website tech cloud digital agency studio design blog news media live world global group company business ' +
  'services solutions network systems software email life today space club xyz top vip win fun art bio care clinic dental ' +
  'fitness health hotel restaurant cafe bar pub pizza coffee beer wine food menu kitchen catering delivery express taxi cars ' +
  'bike auto parts repair tools house homes estate properties rent finance bank insurance legal law tax academy school ' +
  'education training university events tickets photo photography pictures gallery fashion boutique beauty salon hair jewelry ' +
  'shoes clothing gifts flowers toys games game play sport football yoga pet vet garden farm green eco energy solar ' +
  'construction builders plumbing cleaning support help chat link click me ltd llc gmbh inc one plus zone center city place ' +
  'africa london paris berlin wien nyc tokyo amsterdam barcelona madrid istanbul capetown example';

const ofOtherScripts =
  'рф бел укр қаз срб мкд бг ею ελ ευ 中国 中國 香港 台灣 台湾 新加坡 한국 भारत ভারত ලංකා இந்தியா ไทย 公司 网络 ' +
  'امارات السعودية مصر قطر ایران عمان المغرب الجزائر تونس الاردن فلسطين پاکستان عراق';

const known = new Set([ofCountries, generic, ofOtherScripts].join(' ').split(' '));

/** Whether a name without a protocol, such as `shop.example`, is one of a website or of a mail server. */
export function isDomain(name: string): boolean {
  const parts = name.split('.');
  const last = parts.pop() ?? '';
  // A capital after a full stop begins a sentence, and `10.30.am` is a time.
  const isWritten = last === last.toLowerCase() || last === last.toUpperCase();
  return isWritten && known.has(last.toLowerCase()) && parts.some((part) => /\p{L}/u.test(part));
}
