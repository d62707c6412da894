import { once } from '../../core/memo.ts';

/**
 * The names of Windows for time zones and the IANA zones that stand for them (CLDR, territory 001). Names that end in "
 * Standard Time" are listed without it; those that begin with ! are whole.
 */
const TABLE = `
  !Central Standard Time (Mexico)=America/Mexico_City;!Eastern Standard Time (Mexico)=America/Cancun;
  !Mountain Standard Time (Mexico)=America/Chihuahua;!Pacific Standard Time (Mexico)=America/Tijuana;
  !Russia Time Zone 10=Asia/Srednekolymsk;!Russia Time Zone 11=Asia/Kamchatka;!Russia Time Zone 3=Europe/Samara;
  !UTC+12=Etc/GMT-12;!UTC+13=Etc/GMT-13;!UTC=Etc/UTC;!UTC-02=Etc/GMT+2;!UTC-08=Etc/GMT+8;!UTC-09=Etc/GMT+9;
  !UTC-11=Etc/GMT+11;AUS Central=Australia/Darwin;AUS Eastern=Australia/Sydney;Afghanistan=Asia/Kabul;
  Alaskan=America/Anchorage;Aleutian=America/Adak;Altai=Asia/Barnaul;Arab=Asia/Riyadh;Arabian=Asia/Dubai;
  Arabic=Asia/Baghdad;Argentina=America/Buenos_Aires;Astrakhan=Europe/Astrakhan;Atlantic=America/Halifax;
  Aus Central W.=Australia/Eucla;Azerbaijan=Asia/Baku;Azores=Atlantic/Azores;Bahia=America/Bahia;
  Bangladesh=Asia/Dhaka;Belarus=Europe/Minsk;Bougainville=Pacific/Bougainville;Canada Central=America/Regina;
  Cape Verde=Atlantic/Cape_Verde;Caucasus=Asia/Yerevan;Cen. Australia=Australia/Adelaide;
  Central America=America/Guatemala;Central Asia=Asia/Almaty;Central Brazilian=America/Cuiaba;
  Central Europe=Europe/Budapest;Central European=Europe/Warsaw;Central Pacific=Pacific/Guadalcanal;
  Central=America/Chicago;Chatham Islands=Pacific/Chatham;China=Asia/Shanghai;Cuba=America/Havana;
  Dateline=Etc/GMT+12;E. Africa=Africa/Nairobi;E. Australia=Australia/Brisbane;E. Europe=Europe/Chisinau;
  E. South America=America/Sao_Paulo;Easter Island=Pacific/Easter;Eastern=America/New_York;Egypt=Africa/Cairo;
  Ekaterinburg=Asia/Yekaterinburg;FLE=Europe/Kiev;Fiji=Pacific/Fiji;GMT=Europe/London;GTB=Europe/Bucharest;
  Georgian=Asia/Tbilisi;Greenland=America/Godthab;Greenwich=Atlantic/Reykjavik;Haiti=America/Port-au-Prince;
  Hawaiian=Pacific/Honolulu;India=Asia/Calcutta;Iran=Asia/Tehran;Israel=Asia/Jerusalem;Jordan=Asia/Amman;
  Kaliningrad=Europe/Kaliningrad;Korea=Asia/Seoul;Libya=Africa/Tripoli;Line Islands=Pacific/Kiritimati;
  Lord Howe=Australia/Lord_Howe;Magadan=Asia/Magadan;Magallanes=America/Punta_Arenas;Marquesas=Pacific/Marquesas;
  Mauritius=Indian/Mauritius;Middle East=Asia/Beirut;Montevideo=America/Montevideo;Morocco=Africa/Casablanca;
  Mountain=America/Denver;Myanmar=Asia/Rangoon;N. Central Asia=Asia/Novosibirsk;Namibia=Africa/Windhoek;
  Nepal=Asia/Katmandu;New Zealand=Pacific/Auckland;Newfoundland=America/St_Johns;Norfolk=Pacific/Norfolk;
  North Asia East=Asia/Irkutsk;North Asia=Asia/Krasnoyarsk;North Korea=Asia/Pyongyang;Omsk=Asia/Omsk;
  Pacific SA=America/Santiago;Pacific=America/Los_Angeles;Pakistan=Asia/Karachi;Paraguay=America/Asuncion;
  Qyzylorda=Asia/Qyzylorda;Romance=Europe/Paris;Russian=Europe/Moscow;SA Eastern=America/Cayenne;
  SA Pacific=America/Bogota;SA Western=America/La_Paz;SE Asia=Asia/Bangkok;Saint Pierre=America/Miquelon;
  Sakhalin=Asia/Sakhalin;Samoa=Pacific/Apia;Sao Tome=Africa/Sao_Tome;Saratov=Europe/Saratov;
  Singapore=Asia/Singapore;South Africa=Africa/Johannesburg;South Sudan=Africa/Juba;Sri Lanka=Asia/Colombo;
  Sudan=Africa/Khartoum;Syria=Asia/Damascus;Taipei=Asia/Taipei;Tasmania=Australia/Hobart;
  Tocantins=America/Araguaina;Tokyo=Asia/Tokyo;Tomsk=Asia/Tomsk;Tonga=Pacific/Tongatapu;Transbaikal=Asia/Chita;
  Turkey=Europe/Istanbul;Turks And Caicos=America/Grand_Turk;US Eastern=America/Indianapolis;
  US Mountain=America/Phoenix;Ulaanbaatar=Asia/Ulaanbaatar;Venezuela=America/Caracas;Vladivostok=Asia/Vladivostok;
  Volgograd=Europe/Volgograd;W. Australia=Australia/Perth;W. Central Africa=Africa/Lagos;W. Europe=Europe/Berlin;
  W. Mongolia=Asia/Hovd;West Asia=Asia/Tashkent;West Bank=Asia/Hebron;West Pacific=Pacific/Port_Moresby;
  Yakutsk=Asia/Yakutsk;Yukon=America/Whitehorse;Mid-Atlantic=Etc/GMT+2;Mexico=America/Mexico_City;
`;

/** What Windows shows for those of which no part is the name of a city that stands for a zone. */
const SHOWN = `
  International Date Line West=Etc/GMT+12;Coordinated Universal Time-11=Etc/GMT+11;Aleutian Islands=America/Adak;
  Hawaii=Pacific/Honolulu;Marquesas Islands=Pacific/Marquesas;Alaska=America/Anchorage;
  Coordinated Universal Time-09=Etc/GMT+9;Coordinated Universal Time-08=Etc/GMT+8;
  Baja California=America/Tijuana;Pacific Time (US & Canada)=America/Los_Angeles;
  Pacific Time (US & Canada); Tijuana=America/Los_Angeles;Arizona=America/Phoenix;
  Chihuahua, La Paz, Mazatlan=America/Chihuahua;La Paz, Mazatlan=America/Mazatlan;
  Mountain Time (US & Canada)=America/Denver;Yukon=America/Whitehorse;Central America=America/Guatemala;
  Central Time (US & Canada)=America/Chicago;Easter Island=Pacific/Easter;Saskatchewan=America/Regina;
  Guadalajara, Mexico City, Monterrey=America/Mexico_City;Chetumal=America/Cancun;
  Eastern Time (US & Canada)=America/New_York;Haiti=America/Port-au-Prince;Indiana (East)=America/Indianapolis;
  Turks and Caicos=America/Grand_Turk;Atlantic Time (Canada)=America/Halifax;Newfoundland=America/St_Johns;
  Brasilia=America/Sao_Paulo;Buenos Aires=America/Buenos_Aires;City of Buenos Aires=America/Buenos_Aires;
  Greenland=America/Godthab;Saint Pierre and Miquelon=America/Miquelon;Salvador=America/Bahia;
  Coordinated Universal Time-02=Etc/GMT+2;Mid-Atlantic - Old=Etc/GMT+2;Mid-Atlantic=Etc/GMT+2;
  Azores=Atlantic/Azores;Cabo Verde Is.=Atlantic/Cape_Verde;Cape Verde Is.=Atlantic/Cape_Verde;
  Coordinated Universal Time=Etc/UTC;Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London=Europe/London;
  Dublin, Edinburgh, Lisbon, London=Europe/London;West Central Africa=Africa/Lagos;
  Harare, Pretoria=Africa/Johannesburg;Abu Dhabi, Muscat=Asia/Dubai;Port Louis=Indian/Mauritius;
  Ekaterinburg=Asia/Yekaterinburg;Caucasus Standard Time=Asia/Yerevan;Astana=Asia/Almaty;
  Sri Jayawardenepura=Asia/Colombo;Chennai, Kolkata, Mumbai, New Delhi=Asia/Calcutta;
  Yangon (Rangoon)=Asia/Rangoon;Irkutsk (Ulaan Bataar)=Asia/Irkutsk;Irkutsk=Asia/Irkutsk;
  Beijing, Chongqing, Hong Kong, Urumqi=Asia/Shanghai;Beijing, Chongqing, Hong Kong SAR, Urumqi=Asia/Shanghai;
  Canberra, Melbourne, Sydney=Australia/Sydney;Kathmandu=Asia/Katmandu;Nur-Sultan=Asia/Almaty;
  Guam, Port Moresby=Pacific/Port_Moresby;Lord Howe Island=Australia/Lord_Howe;
  Bougainville Island=Pacific/Bougainville;Chokurdakh=Asia/Srednekolymsk;Norfolk Island=Pacific/Norfolk;
  Magadan, Solomon Is., New Caledonia=Pacific/Guadalcanal;Solomon Is., New Caledonia=Pacific/Guadalcanal;
  Anadyr, Petropavlovsk-Kamchatsky=Asia/Kamchatka;Petropavlovsk-Kamchatsky - Old=Asia/Kamchatka;
  Petropavlovsk-Kamchatsky=Asia/Kamchatka;Coordinated Universal Time+12=Etc/GMT-12;
  Fiji=Pacific/Fiji;Fiji, Marshall Is.=Pacific/Fiji;Chatham Islands=Pacific/Chatham;
  Coordinated Universal Time+13=Etc/GMT-13;Nuku'alofa=Pacific/Tongatapu;Samoa=Pacific/Apia;
  Midway Island, Samoa=Pacific/Apia;Kiritimati Island=Pacific/Kiritimati;Baja California, Tijuana=America/Tijuana;
`;

/** The names and zones of a list. An entry ends where a zone does: one name holds the mark between two entries. */
const entriesOf = (list: string): [name: string, zone: string][] =>
  [...list.matchAll(/\s*(\S[^=]*)=([A-Za-z/_+0-9-]+);/g)].map(([, name = '', zone = '']) => [name.toLowerCase(), zone]);

const zones = once(
  () =>
    new Map(
      entriesOf(TABLE).map(([name, zone]) => [name.startsWith('!') ? name.slice(1) : `${name} standard time`, zone]),
    ),
);
const shown = once(() => new Map(entriesOf(SHOWN)));

/**
 * The IANA zone behind a name of Windows, such as "W. Europe Standard Time", or behind what it shows for it, such as
 * "(UTC-05:00) Eastern Time (US & Canada)"; null when there is none.
 */
export const zoneOfWindows = (name: string): string | null => {
  const wanted = name
    .trim()
    .toLowerCase()
    .replace(/ daylight time$/, ' standard time');
  return zones().get(wanted) ?? shown().get(wanted.replace(/^\((?:utc|gmt)[^)]*\)\s*/, '')) ?? null;
};
