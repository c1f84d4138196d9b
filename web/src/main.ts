import { mount } from "svelte";
import "@fontsource-variable/fredoka/wght.css";
import "@fontsource-variable/nunito/wght.css";
import "./app/paper.css";
import App from "./app/App.svelte";
import { speak, wantedLanguage } from "./lib/here.svelte";

await speak(wantedLanguage());
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register("/offline.js");
}
