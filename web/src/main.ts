import { mount } from "svelte";
import "@fontsource-variable/fredoka/wght.css";
import "@fontsource-variable/nunito/wght.css";
import "./app/paper.css";
import App from "./app/App.svelte";
import { keepShell } from "./app/offline";
import { stopEchoes } from "./lib/echoes";
import { speak, wantedLanguage } from "./lib/here.svelte";

stopEchoes();
await speak(wantedLanguage());
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD) void keepShell();
