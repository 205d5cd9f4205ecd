import { restartPhones } from './phones.ts';

restartPhones();
