import { digestOf } from '../http/pages/bare-page.ts';
import type { SeenNetwork } from './network.ts';
import type { Place } from './place.ts';

/** What the page is filled with. */
export interface PageContent {
  readonly networks: readonly SeenNetwork[];
  readonly known: readonly string[];
  /** What is wrong; null at the first visit. */
  readonly problem: string | null;
  /** The network that is chosen already: what was typed, or could not be joined. */
  readonly chosen: string;
  readonly place: Place;
  /** Whether the time zone is a guess that the phone may correct. */
  readonly isGuess: boolean;
}

/** So many networks are listed: the page stays under 15 KB whatever they are called. */
const MOST_LISTED = 16;

const STYLE = `:root{color-scheme:light dark;--g:#fff;--t:#1d1c1a;--l:#d8d5cf;--s:#f4f2ee;--a:#1d1c1a;--b:#fff;
--e:#a3200d}
@media(prefers-color-scheme:dark){:root{--g:#161513;--t:#f3f1ec;--l:#45423d;--s:#24221f;--a:#f3f1ec;--b:#161513;
--e:#ff9b85}}
*{box-sizing:border-box}body{margin:0;background:var(--g);color:var(--t);font:17px/1.45 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.2rem 1rem 3rem}
h1{font-size:1.45rem;line-height:1.2;margin:.2rem 0 .6rem}p{margin:.5rem 0}.e{border-left:4px solid var(--e);
padding:.5rem .8rem;background:var(--s)}
fieldset{border:0;margin:1rem 0 0;padding:0;min-width:0}legend{padding:0;font-weight:600}.n{display:flex;
align-items:center;gap:.7rem;min-height:3rem;padding:.3rem .2rem;border-bottom:1px solid var(--l)}
.n input{width:1.25rem;height:1.25rem;flex:none;margin:0;accent-color:var(--a)}.n b{font-weight:500;flex:1;min-width:0;
overflow-wrap:anywhere}.n small{opacity:.75}
.k{width:.8rem;height:.95rem;flex:none;fill:currentColor}.w{width:1.4rem;height:1rem;flex:none;
clip-path:polygon(0 100%,0 75%,22% 75%,22% 100%,26% 100%,26% 50%,48% 50%,48% 100%,
52% 100%,52% 25%,74% 25%,74% 100%,78% 100%,78% 0,100% 0,100% 100%);
background:linear-gradient(90deg,currentColor var(--p),#8886 0)}
.p1{--p:24%}.p2{--p:50%}.p3{--p:76%}.p4{--p:100%}.f{display:block;margin:1rem 0 0;font-weight:600}
.f input{display:block;width:100%;min-height:3rem;margin-top:.25rem;padding:.5rem .7rem;font:inherit;font-weight:400;
color:inherit;background:var(--s);border:1px solid #85817a;border-radius:.5rem}
.c{display:flex;gap:.6rem;align-items:center;min-height:3rem}.c input{width:1.25rem;height:1.25rem}
.c[hidden]{display:none}button{font:inherit;font-weight:600;min-height:3rem;padding:.5rem 1.2rem;border-radius:.5rem;
border:1px solid var(--a);background:var(--a);color:var(--b);width:100%;margin-top:1.2rem}
.q{background:none;color:inherit;margin-top:.8rem;border-color:#85817a}summary{min-height:3rem;padding:.8rem 0;
margin-top:.4rem;cursor:pointer}li{margin:.5rem 0}:focus-visible{outline:3px solid #3f7fd6;outline-offset:2px}`;

const SCRIPT = `var d=document,p=d.getElementById('p'),s=d.getElementById('s'),
z=d.getElementById('z'),a=d.getElementById('a'),l=d.getElementById('l'),o=d.getElementById('o');
if(s){s.hidden=false;s.firstChild.onchange=function(){p.type=this.checked?'text':'password'}}
try{if(z&&z.dataset.guess)z.value=Intl.DateTimeFormat().resolvedOptions().timeZone||z.value}catch(e){}
if(o){o.oninput=function(){var r=d.querySelector('input[name=ssid][value=""]');if(r)r.checked=true};
l.onchange=function(e){if(e.target.value)o.value=''}}
if(a)a.onclick=function(e){e.preventDefault();a.disabled=true;a.textContent='Searching\\u2026';
var c=d.querySelector('input[name=ssid]:checked'),n=c?c.value:null;
fetch('/setup/scan',{method:'POST'}).then(function(){return fetch('/setup/networks')})
.then(function(r){return r.text()}).then(function(t){
l.innerHTML=t;l.querySelectorAll('input').forEach(function(i){if(i.value===n)i.checked=true})})
.catch(function(){}).then(function(){a.disabled=false;a.textContent='Search again'})};`;

/** The page may run its own script, send its form, and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${digestOf(STYLE)}`,
  `script-src ${digestOf(SCRIPT)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const bars = (signal: number): number => Math.min(4, 1 + Math.floor(signal / 25));

const wrap = (title: string, body: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1">
<title>${title}</title><style>${STYLE}</style><main>${body}</main><script>${SCRIPT}</script></html>`;

const LOCK =
  '<svg width=0 height=0 aria-hidden=true><symbol id=k viewBox="0 0 12 14">' +
  '<path d="M2 6V4a4 4 0 0 1 8 0v2h1v8H1V6zm2 0h4V4a2 2 0 0 0-4 0z"/></symbol></svg>';

const radio = (value: string, chosen: boolean): string =>
  `<input type=radio name=ssid value="${escape(value)}"${chosen ? ' checked' : ''}>`;

const row = ({ ssid, signal, security }: SeenNetwork, chosen: boolean, isKnown: boolean): string =>
  `<label class=n>${radio(ssid, chosen)}<b>${escape(ssid)}${isKnown ? ' <small>stored</small>' : ''}</b>` +
  (security === 'open'
    ? '<small>open</small>'
    : '<svg class=k role=img aria-label="with a password"><use href=#k /></svg>') +
  `<i class="w p${bars(signal)}" role=img aria-label="signal ${signal} %"></i></label>`;

/** The list of networks to choose from, and a last row for one that is not in it. */
export const networkList = ({
  networks,
  known,
  chosen,
}: Pick<PageContent, 'networks' | 'known' | 'chosen'>): string => {
  const listed = networks.slice(0, MOST_LISTED);
  const isListed = listed.some(({ ssid }) => ssid === chosen);
  const rows = listed.map((one) => row(one, one.ssid === chosen, known.includes(one.ssid)));
  const none = listed.length === 0 ? '<p>No network was found. Search again, or type the name.</p>' : '';
  return `${none}${rows.join('')}<label class=n>${radio('', chosen !== '' && !isListed)}<b>Another network</b></label>`;
};

/** The form: complete without scripts, which only add conveniences. */
export const formPage = (content: PageContent): string => {
  const { networks, chosen, place, problem, isGuess } = content;
  const other = networks.slice(0, MOST_LISTED).some(({ ssid }) => ssid === chosen) ? '' : chosen;
  const plain = 'autocapitalize=none autocorrect=off spellcheck=false autocomplete=off';
  return wrap(
    'Set up flapbox',
    `<h1>Connect flapbox to your Wi-Fi</h1>${problem === null ? '' : `<p class=e role=alert>${escape(problem)}</p>`}
<form method=post action=/setup/scan id=g></form><form method=post action=/setup/connect>
<fieldset><legend>Your network</legend><div id=l>${networkList(content)}</div></fieldset>
<button class=q form=g id=a>Search again</button>
<label class=f>Name, if it is another network
<input id=o name=other maxlength=32 ${plain} value="${escape(other)}"></label>
<input type=hidden name=was value="${escape(other)}">
<label class=f>Password<input id=p name=password type=password maxlength=64 ${plain}></label>
<label class=c id=s hidden><input type=checkbox>Show the password</label>
<details${place.country === '' || place.timezone === '' ? ' open' : ''}><summary>Country and time zone</summary>
<label class=f>Country, in two letters
<input name=country maxlength=2 placeholder=DE autocapitalize=characters
${plain.replace('autocapitalize=none ', '')} value="${escape(place.country)}"></label>
<label class=f>Time zone
<input id=z name=timezone maxlength=64 placeholder=Europe/Berlin ${plain}
value="${escape(place.timezone)}"${isGuess ? ' data-guess=1' : ''}></label></details>
<button>Connect</button></form>${LOCK}`,
  );
};

/** What happens next: shown while the phone can still hear it. */
export const nextPage = (ssid: string, accessPoint: string, host: string): string =>
  wrap(
    'flapbox is connecting',
    `<h1>flapbox now joins “${escape(ssid)}”</h1>
<p>Your phone will lose this Wi-Fi in a moment. That is meant to be.</p><ol>
<li>Connect your phone to <b>“${escape(ssid)}”</b> again, if it does not do so by itself.</li>
<li>After a minute, open <b>http://${escape(host)}</b></li></ol>
<p><b>If it does not work</b>, the Wi-Fi <b>${escape(accessPoint)}</b> is back after about a minute and a half.
Join it again: the page says what was wrong.</p><p><a href="/">See whether it is back</a></p>`,
  );
