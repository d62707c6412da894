// Days that are off in all of a country, or nearly all of it, by its own law. Days that take the place of a holiday on
// a weekend, and days that a government sets from year to year, are left out.

/** Holidays that many countries share, by the short name that the table uses. */
const SHARED: Readonly<Record<string, string>> = {
  ny: '01-01 New Year',
  n2: '01-02 Second of January',
  ep: '01-06 Epiphany',
  mt: 'E-3 Maundy Thursday',
  gf: 'E-2 Good Friday',
  em: 'E+1 Easter Monday',
  as: 'E+39 Ascension',
  wm: 'E+50 Whit Monday',
  cc: 'E+60 Corpus Christi',
  of: 'O-2 Good Friday',
  os: 'O+0 Easter',
  om: 'O+1 Easter Monday',
  ow: 'O+50 Whit Monday',
  cm: 'O-48 Clean Monday',
  lb: '05-01 Labour Day',
  vd: '05-08 Victory Day',
  au: '08-15 Assumption',
  al: '11-01 All Saints',
  so: '11-02 All Souls',
  ar: '11-11 Armistice',
  im: '12-08 Immaculate Conception',
  ce: '12-24 Christmas Eve',
  xm: '12-25 Christmas',
  bx: '12-26 Second Christmas Day',
};

/**
 * Countries: name, then holidays, each a short name or a rule with its name. A rule is a date; `E` or `O` for days from
 * the western or the orthodox Easter; `MM#N.W` for the Nth weekday W (Monday 0) of a month, -1 the last; `MM-DD>W` for
 * the first weekday W from a date on; or one of the names of `calendar-rules.ts`.
 */
const COUNTRIES: Readonly<Record<string, string>> = {
  AD: 'Andorra;ny;ep;03-14 Constitution Day;gf;em;lb;wm;au;09-08 Meritxell Day;al;im;xm;bx',
  AT: 'Austria;ny;ep;em;lb;as;wm;cc;au;10-26 National Day;al;im;xm;bx',
  AU: 'Australia;ny;01-26 Australia Day;gf;em;04-25 Anzac Day;xm;12-26 Boxing Day',
  BE: 'Belgium;ny;em;lb;as;wm;07-21 National Day;au;al;ar;xm',
  BG: "Bulgaria;ny;03-03 Liberation Day;of;om;lb;05-06 St George's Day;05-24 Culture Day;09-06 Unification Day;09-22 Independence Day;ce;xm;bx",
  BR: 'Brazil;ny;gf;04-21 Tiradentes Day;lb;09-07 Independence Day;10-12 Aparecida Day;so;11-15 Republic Day;11-20 Black Awareness Day;xm',
  CA: 'Canada;ny;gf;05-18>0 Victoria Day;07-01 Canada Day;09#1.0 Labour Day;10#2.0 Thanksgiving;11-11 Remembrance Day;xm',
  CH: 'Switzerland;ny;gf;em;as;wm;08-01 National Day;xm;bx',
  CY: 'Cyprus;ny;ep;cm;03-25 Greek Independence;04-01 Cyprus National Day;of;om;lb;ow;au;10-01 Independence Day;10-28 Ohi Day;xm;bx',
  CZ: 'Czechia;ny;gf;em;lb;vd;07-05 Cyril and Methodius;07-06 Jan Hus Day;09-28 Statehood Day;10-28 Independence Day;11-17 Freedom Day;ce;xm;bx',
  DE: 'Germany;ny;gf;em;lb;as;wm;10-03 German Unity Day;xm;bx',
  DK: 'Denmark;ny;mt;gf;em;as;wm;xm;bx',
  EE: 'Estonia;ny;02-24 Independence Day;gf;lb;E+49 Pentecost;06-23 Victory Day;06-24 Midsummer;08-20 Restoration Day;ce;xm;bx',
  ES: 'Spain;ny;ep;gf;lb;au;10-12 National Day;al;12-06 Constitution Day;im;xm',
  FI: 'Finland;ny;ep;gf;em;lb;as;06-20>5 Midsummer;10-31>5 All Saints;12-06 Independence Day;xm;bx',
  FR: 'France;ny;em;lb;vd;as;wm;07-14 Bastille Day;au;al;ar;xm',
  GB: 'England and Wales;ny;gf;em;05#1.0 Early May Holiday;05#-1.0 Spring Holiday;08#-1.0 Summer Holiday;xm;12-26 Boxing Day',
  GR: 'Greece;ny;ep;cm;03-25 Independence Day;of;om;lb;ow;au;10-28 Ohi Day;xm;bx',
  HR: 'Croatia;ny;ep;em;lb;05-30 Statehood Day;cc;06-22 Anti-Fascist Day;08-05 Victory Day;au;al;11-18 Remembrance Day;xm;bx',
  HU: 'Hungary;ny;03-15 Revolution Day;gf;em;lb;wm;08-20 St Stephen the King;10-23 Republic Day;al;xm;bx',
  IE: "Ireland;ny;BRIGID St Brigid's Day;03-17 St Patrick's Day;em;05#1.0 May Holiday;06#1.0 June Holiday;08#1.0 August Holiday;10#-1.0 October Holiday;xm;12-26 St Stephen's Day",
  IS: 'Iceland;ny;mt;gf;em;04-19>3 First Day of Summer;lb;as;wm;06-17 National Day;08#1.0 Commerce Day;xm;bx',
  IT: "Italy;ny;ep;em;04-25 Liberation Day;lb;06-02 Republic Day;au;al;im;xm;12-26 St Stephen's Day",
  JP: 'Japan;ny;01#2.0 Coming of Age Day;02-11 Foundation Day;02-23 Emperor Birthday;SPRING Vernal Equinox;04-29 Showa Day;05-03 Constitution Day;05-04 Greenery Day;05-05 Children Day;07#3.0 Marine Day;08-11 Mountain Day;09#3.0 Respect Aged Day;AUTUMN Autumnal Equinox;10#2.0 Sports Day;11-03 Culture Day;11-23 Labour Thanksgiving',
  LI: 'Liechtenstein;ny;ep;em;lb;as;wm;cc;08-15 National Day;09-08 Nativity of Mary;al;im;xm;bx',
  LT: "Lithuania;ny;02-16 State Day;03-11 Independence Day;em;lb;06-24 St John's Day;07-06 Statehood Day;au;al;so;ce;xm;bx",
  LU: 'Luxembourg;ny;em;lb;05-09 Europe Day;as;wm;06-23 National Day;au;al;xm;bx',
  LV: "Latvia;ny;gf;em;lb;05-04 Restoration Day;06-23 Midsummer Eve;06-24 Midsummer;11-18 Proclamation Day;ce;xm;bx;12-31 New Year's Eve",
  MT: "Malta;ny;02-10 St Paul's Shipwreck;03-19 St Joseph's Day;03-31 Freedom Day;gf;lb;06-07 Sette Giugno;06-29 Peter and Paul;au;09-08 Victory Day;09-21 Independence Day;im;12-13 Republic Day;xm",
  MX: 'Mexico;ny;02#1.0 Constitution Day;03#3.0 Juarez Day;lb;09-16 Independence Day;11#3.0 Revolution Day;xm',
  NL: "Netherlands;ny;em;KING King's Day;as;wm;xm;bx",
  NO: 'Norway;ny;mt;gf;em;lb;05-17 Constitution Day;as;wm;xm;bx',
  NZ: "New Zealand;ny;n2;02-06 Waitangi Day;gf;em;04-25 Anzac Day;06#1.0 King's Birthday;10#4.0 Labour Day;xm;12-26 Boxing Day",
  PE: 'Peru;ny;mt;gf;lb;06-29 Peter and Paul;07-28 Independence Day;07-29 Armed Forces Day;08-30 St Rose of Lima;10-08 Battle of Angamos;al;im;xm',
  PL: 'Poland;ny;ep;em;lb;05-03 Constitution Day;cc;au;al;11-11 Independence Day;ce;xm;bx',
  PT: 'Portugal;ny;gf;04-25 Freedom Day;lb;cc;06-10 Portugal Day;au;10-05 Republic Day;al;12-01 Restoration Day;im;xm',
  RO: "Romania;ny;n2;ep;01-07 St John's Day;01-24 Unification Day;of;os;om;lb;06-01 Children's Day;ow;au;11-30 St Andrew's Day;12-01 National Day;xm;bx",
  RS: 'Serbia;ny;n2;01-07 Orthodox Christmas;02-15 Statehood Day;02-16 Second Statehood Day;of;om;lb;05-02 Second Labour Day;ar',
  SE: 'Sweden;ny;ep;gf;em;lb;as;06-06 National Day;06-20>5 Midsummer;10-31>5 All Saints;xm;bx',
  SI: 'Slovenia;ny;n2;02-08 Preseren Day;em;04-27 Resistance Day;lb;05-02 Second Labour Day;06-25 Statehood Day;au;10-31 Reformation Day;al;xm;12-26 Independence Day',
  SK: 'Slovakia;01-01 Republic Day;ep;gf;em;lb;vd;07-05 Cyril and Methodius;08-29 Uprising Day;09-15 Lady of Sorrows;al;ce;xm;bx',
  UA: "Ukraine;ny;03-08 Women's Day;os;lb;vd;O+49 Pentecost;06-28 Constitution Day;07-15 Statehood Day;08-24 Independence Day;10-01 Defenders Day;xm",
  US: 'United States;ny;01#3.0 Martin Luther King;02#3.0 Presidents Day;05#-1.0 Memorial Day;06-19 Juneteenth;07-04 Independence Day;09#1.0 Labor Day;10#2.0 Columbus Day;11-11 Veterans Day;11#4.3 Thanksgiving;xm',
  UY: 'Uruguay;ny;lb;07-18 Constitution Day;08-25 Independence Day;xm',
  ZA: "South Africa;ny;03-21 Human Rights Day;gf;E+1 Family Day;04-27 Freedom Day;05-01 Workers' Day;06-16 Youth Day;08-09 Women's Day;09-24 Heritage Day;12-16 Reconciliation Day;xm;12-26 Day of Goodwill",
};

/** Codes of the countries, by name. */
export const COUNTRY_CODES: readonly string[] = Object.keys(COUNTRIES).sort((a, b) =>
  (COUNTRIES[a] ?? '') < (COUNTRIES[b] ?? '') ? -1 : 1,
);

/** The name of a country; empty for a code that the table does not have. */
export const countryName = (code: string): string => COUNTRIES[code]?.split(';')[0] ?? '';

/** The holidays of a country as rule and name. */
export const holidayRules = (code: string): { readonly rule: string; readonly name: string }[] =>
  (COUNTRIES[code]?.split(';').slice(1) ?? []).map((entry) => {
    const [rule = '', ...words] = (SHARED[entry] ?? entry).split(' ');
    return { rule, name: words.join(' ') };
  });
