// Measures each picture of a page of charts; see ChartPage.
const lines = [];
const say = (name, what, text) => lines.push(`@ ${name} ${what} ${text}`);
async function measure(source) {
  const name = source.dataset.name;
  const parsed = new DOMParser().parseFromString(source.textContent, "image/svg+xml");
  if (parsed.querySelector("parsererror")) return say(name, "malformed", "markup");
  const svg = document.body.appendChild(document.importNode(parsed.documentElement, true));
  for (const part of ["title", "desc"]) {
    if (!(svg.querySelector(part)?.textContent ?? "").trim()) say(name, "empty", part);
  }
  if (svg.getAttribute("role") !== "img") say(name, "no", "role");
  const ids = (svg.getAttribute("aria-labelledby") ?? "").split(" ");
  if (!ids.every(id => id && svg.querySelector("#" + id))) say(name, "no", "label");
  if (svg.querySelector("script,image,foreignObject,a")) say(name, "has", "parts");
  const texts = [...svg.querySelectorAll("text")];
  const boxes = texts.map(text => text.getBBox());
  boxes.forEach((a, i) => {
    const what = texts[i].textContent;
    if (a.x < 4 || a.y < 0 || a.x + a.width > 956 || a.y + a.height > 480) {
      say(name, "outside", what);
    }
    for (let j = 0; j < i; j++) {
      const b = boxes[j];
      const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      // The box of a text has the blank above and below its letters, a sixth of its height
      // each.
      if (wide > 0 && high > a.height / 3) say(name, "overlap", `${what} / ${texts[j].textContent}`);
    }
  });
  svg.remove();
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(source.textContent);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [480, 240];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, 480, 240);
  const pixels = context.getImageData(0, 0, 480, 240).data;
  const light = at => (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
  const ground = light((4 * 480 + 240) * 4);
  let ink = 0;
  for (let at = 0; at < pixels.length; at += 4) if (Math.abs(light(at) - ground) > 60) ink++;
  say(name, "ground", Math.round(ground));
  say(name, "ink", ink);
}
(async () => {
  for (const source of document.querySelectorAll("script[data-name]")) {
    await measure(source).catch(error => say(source.dataset.name, "error", error));
    source.remove();
  }
  document.body.innerText = lines.join("\n");
  document.body.innerHTML = "<pre>report\n" + document.body.innerHTML.replaceAll("<br>", "\n") + "\n</pre>";
})();
