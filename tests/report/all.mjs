import { main } from './harness.mjs';
import './costs.test.mjs';
import './page.test.mjs';
import './player.test.mjs';
import './figures.test.mjs';
import './cases.test.mjs';
import './access.test.mjs';
import './hostile.test.mjs';
import './many.test.mjs';
import './manual.test.mjs';
import './pops.test.mjs';
import './tried.test.mjs';

await main();
