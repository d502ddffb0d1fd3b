import './look/fonts.css';
import './look/tokens.css';
import './look/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { keepPage } from './shell/keep';

const target = document.getElementById('app');
if (target) mount(App, { target });
keepPage();
