import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deviceOf } from '../../../src/service/screens/device.ts';

const test = suite('service/screens: devices');

const CASES: [string | undefined, string][] = [
  [
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/5.0 TV Safari/538.1 Chrome/63.0.1 ',
    'Samsung TV, Safari 5',
  ],
  [
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/53.0.2785.34 Safari/537.36 WebAppManager',
    'LG TV, Chrome 53',
  ],
  [
    'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    'Fire TV, Chrome 120',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile Safari/604.1',
    'iPad, Safari 15',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Linux, Firefox 128'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0',
    'Windows, Chrome 120',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['\u0007<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['x'.repeat(500), 'x'.repeat(60)],
  [undefined, ''],
];
for (const [userAgent, expected] of CASES) {
  test(`${String(userAgent).slice(0, 60)} is ${expected.slice(0, 40)}`, () => assert.is(deviceOf(userAgent), expected));
}

test.run();
