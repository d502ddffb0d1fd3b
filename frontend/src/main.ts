import './look/fonts.css';
import './look/tokens.css';
import './look/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { keepPage } from './shell/keep';
import { language } from './words/language';
import { learn } from './words/learn';

document.documentElement.lang = language;
const start = (): void => {
  const target = document.getElementById('app');
  if (target) mount(App, { target });
};
// A catalogue that does not arrive must not keep the table away.
learn(language).then(start, start);
keepPage();
