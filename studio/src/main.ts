import { mount } from 'svelte';
import Studio from './Studio.svelte';
import './style.css';

const target = document.getElementById('studio');
if (target) mount(Studio, { target });
