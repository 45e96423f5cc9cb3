// What moves by itself beside everything that is done on these pages: a clock, a ticker, a progress bar, a counter,
// a countdown, an endless animation and a carousel of links that are made anew each time.
{
  const moving = document.createElement("header");
  moving.innerHTML = `
    <p>Local time <span class="clock">12:00:00</span></p>
    <p class="ticker">Apples are up</p>
    <progress aria-label="Upload" max="100" value="0"></progress>
    <p><span class="people">1,200</span> people are looking at this</p>
    <p class="sale">Sale ends in 59:59</p>
    <style>@keyframes turn { to { transform: rotate(360deg) } } .turning { animation: turn 1s linear infinite; width: 20px }</style>
    <div class="turning">◠</div>
    <div class="slides"><p>Win a bicycle</p><p hidden>Meet the team</p><p hidden>Visit our shop</p></div>
    <div class="dots"><button aria-label="Slide 1" aria-current="true"></button><button aria-label="Slide 2"></button><button aria-label="Slide 3"></button></div>
    <div class="carousel"><a href="#offer">Offer: hats</a> <span>Half price</span></div>`;
  document.body.prepend(moving);
  const part = (name) => moving.querySelector(name);
  const two = (number) => String(number % 60).padStart(2, "0");
  const every = (milliseconds, tick) => {
    let count = 0;
    setInterval(() => tick((count += 1)), milliseconds);
  };
  const news = ["Apples are up", "Pears are down", "Figs hold still"];
  const offers = [["Offer: hats", "Half price"], ["Offer: boots", "Two for one"], ["Offer: scarves", "Last ones"]];
  every(310, (count) => { part(".clock").textContent = `12:${two(Math.floor(count / 60))}:${two(count)}`; });
  every(370, (count) => { part(".ticker").textContent = news[count % 3]; });
  every(170, (count) => { part("progress").value = count % 100; });
  every(290, (count) => { part(".people").textContent = `1,${200 + (count % 700)}`; });
  every(330, (count) => { part(".sale").textContent = `Sale ends in 58:${two(6000 - count)}`; });
  every(410, (count) => {
    const [name, text] = offers[count % 3];
    part(".carousel").innerHTML = `<a href="#offer">${name}</a> <span>${text}</span>`;
  });
  every(360, (count) => {
    [...part(".slides").children].forEach((slide, at) => { slide.hidden = at !== count % 3; });
    [...part(".dots").children].forEach((dot, at) => dot.setAttribute("aria-current", at === count % 3));
  });
}
