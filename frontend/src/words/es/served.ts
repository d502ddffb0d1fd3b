/** The server's sentences to players in Spanish, by their patterns. */
import { interpretation } from './interpretation';
import pairs from './served.json';

export default interpretation(pairs);
