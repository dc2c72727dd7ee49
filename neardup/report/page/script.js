// Comfort: reading in place, sorting, filtering, languages, CSV. Everything can be read without it. Text of documents
// is only ever moved or set as text; markup comes only from the interface texts of the page itself.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const words = data.interface;
  const languages = Object.keys(words);
  const root = document.documentElement;
  const kFirstRows = 25;
  const kMoreRows = 100;
  const kFirstMembers = 3;

  // ---- Languages: every text is there twice, and the style sheet shows that of the root element.
  const onLanguage = [];

  const make = (tag, kind, ...content) => {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    element.append(...content);
    return element;
  };

  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

  const inBoth = (name, values = {}) => languages.map((language) => {
    const span = make("span");
    span.lang = language;
    span.innerHTML = filled(words[language][name], values);  // the values are numbers
    return span;
  });

  const setLanguage = (language) => {
    root.lang = language;
    document.title = words[language].title;
    for (const update of onLanguage) update(words[language]);
  };

  const addLanguageSwitch = () => {
    const names = { "en": "English", "zh-CN": "中文" };
    const button = make("button", "language");
    button.type = "button";
    const other = () => languages.find((language) => language !== root.lang);
    onLanguage.push(() => { button.textContent = names[other()]; });
    button.addEventListener("click", () => setLanguage(other()));
    document.querySelector("nav").append(button);
  };

  // ---- Reading: the text of a link is shown under the row of the link.
  const sideOf = (text, unwanted) => {
    const side = text.cloneNode(true);
    for (const stretch of side.querySelectorAll(unwanted)) stretch.remove();
    return side;
  };

  // The text of two documents in one, as it is in the page, suits a phone; two columns suit a wider window.
  const addColumns = (panel) => {
    const text = panel.querySelector(".text");
    const [kept, removed] = panel.querySelectorAll(".who");
    if (!text || !removed) return;
    const columns = make("div", "sides", make("div", "side", kept.cloneNode(true), sideOf(text, "ins")),
                         make("div", "side", removed.cloneNode(true), sideOf(text, "del")));
    panel.append(columns);
  };

  // A copy has the text of the kept document, and a name and a file of its own.
  const addCopy = (panel, link) => {
    const place = link.closest("li") ?? link.closest("tr").cells[1];
    const name = (place.querySelector("td > a.out") ?? place.querySelector("bdi")).cloneNode(true);
    const file = place.querySelector(".file")?.cloneNode(true);
    panel.querySelector(".who").after(make("p", "who removed", name, " ", file ?? ""), make("p", "note", ...inBoth("same")));
  };

  const panelOf = (link) => {
    const reading = document.getElementById(link.hash.slice(1));
    if (!reading) return null;
    const panel = reading.querySelector(".panel").cloneNode(true);
    const isCopy = link.hash.startsWith("#text-") && !link.classList.contains("line");
    if (isCopy) addCopy(panel, link);
    else addColumns(panel);
    panel.querySelector(".strip")?.after(make("p", "note bits", ...inBoth("bits")));
    return panel;
  };

  // ---- Lists
  class List {
    constructor(table) {
      this.table = table;
      this.body = table.tBodies[0];
      this.name = table.dataset.list;
      this.heads = Array.from(table.tHead.rows[0].cells);
      this.entries = Array.from(this.body.rows, (row) => ({ row, text: row.textContent.toLowerCase(), panel: null }));
      this.matching = this.entries;
      this.limit = kFirstRows;
      for (const entry of this.entries) this.fold(entry.row);
      this.addTools();
      this.addSorting();
      this.addKeys();
      this.show();
      table.classList.add("ready");
    }

    // Only the rows that are seen are in the page, so that sorting thousands of them is quick.
    show() {
      const seen = this.matching.slice(0, this.limit);
      this.body.replaceChildren(...seen.flatMap((entry) => (entry.panel ? [entry.row, entry.panel] : [entry.row])));
      seen.forEach((entry, i) => { entry.row.tabIndex = i === 0 ? 0 : -1; });
      const rest = this.matching.length - seen.length;
      this.more.hidden = rest === 0;
      this.more.replaceChildren(...inBoth("more", { number: Math.min(rest, kMoreRows).toLocaleString("en") }));
      this.count.replaceChildren(...inBoth("matching", {
        shown: this.matching.length.toLocaleString("en"), all: this.entries.length.toLocaleString("en"),
      }));
      this.count.hidden = this.matching.length === this.entries.length;
    }

    // A row that is not open shows a few members and the number of the others.
    fold(row) {
      const list = row.querySelector("ul");
      const hidden = list ? list.querySelectorAll("li:not(.more)").length - kFirstMembers : 0;
      if (hidden <= 0) return;
      const unnamed = Number(list.querySelector(".more")?.textContent.replace(/\D/g, "") ?? 0);
      list.classList.add("long");
      list.append(make("li", "fold", "+ " + (hidden + unnamed).toLocaleString("en")));
    }

    filter(text) {
      const wanted = text.trim().toLowerCase();
      this.matching = this.entries.filter((entry) => entry.text.includes(wanted));
      this.limit = kFirstRows;
      this.show();
    }

    sort(column, isNumber, descending) {
      const sign = descending ? -1 : 1;
      for (const entry of this.entries) {
        const text = entry.row.cells[column].textContent;
        const number = isNumber ? parseFloat(text.replaceAll(",", "")) : NaN;
        entry.key = !isNumber ? text : Number.isNaN(number) ? -Infinity : number;
      }
      const order = (a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0);
      this.entries.sort(order);
      if (this.matching !== this.entries) this.matching.sort(order);
      this.show();
    }

    addSorting() {
      this.heads.forEach((head, column) => {
        if (head.classList.contains("plain")) return;
        const isNumber = head.classList.contains("number");
        const button = make("button", "", ...head.childNodes);
        button.type = "button";
        head.replaceChildren(button);
        button.addEventListener("click", () => {
          const before = head.getAttribute("aria-sort");
          const descending = before ? before === "ascending" : isNumber;
          this.heads.forEach((other) => other.removeAttribute("aria-sort"));
          head.setAttribute("aria-sort", descending ? "descending" : "ascending");
          this.sort(column, isNumber, descending);
        });
      });
    }

    addTools() {
      const filter = make("input");
      filter.type = "search";
      onLanguage.push((texts) => {
        filter.placeholder = texts.filter;
        filter.setAttribute("aria-label", texts.filter);
      });
      filter.addEventListener("input", () => this.filter(filter.value));
      filter.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || filter.value === "") return;
        filter.value = "";
        this.filter("");
        event.preventDefault();
      });
      const button = make("button", "", ...inBoth("download"));
      button.type = "button";
      button.addEventListener("click", () => download(this.name));
      this.count = make("span", "count");
      this.count.setAttribute("role", "status");
      this.table.before(make("div", "tools", filter, this.count, button, make("span", "note keys", ...inBoth("keys"))));
      this.more = make("button", "show-more");
      this.more.type = "button";
      this.more.addEventListener("click", () => {
        this.limit += kMoreRows;
        this.show();
      });
      this.table.after(this.more);
    }

    entryOf(row) {
      return this.entries.find((entry) => entry.row === row);
    }

    linksOf(entry) {
      return Array.from(entry.row.querySelectorAll("a.member, a.read, a.line"))
        .sort((a, b) => a.classList.contains("line") - b.classList.contains("line"));  // members first
    }

    // Shows the text of a link under its row; closes it if it is shown already.
    open(entry, link) {
      const isOpen = entry.panel && entry.link === link;
      this.close(entry);
      const panel = !isOpen && link && panelOf(link);
      if (!panel) return;
      const button = make("button", "close", ...inBoth("close"));
      button.type = "button";
      button.addEventListener("click", () => {
        this.close(entry);
        entry.row.focus();
      });
      panel.prepend(button);
      const cell = make("td", "", panel);
      cell.colSpan = this.heads.length;
      entry.panel = make("tr", "opened", cell);
      entry.link = link;
      entry.row.classList.add("open");
      link.classList.add("shown");
      entry.row.after(entry.panel);
    }

    close(entry) {
      entry.panel?.remove();
      entry.link?.classList.remove("shown");
      entry.row.classList.remove("open");
      entry.panel = entry.link = null;
    }

    // Returns the row that an event belongs to, also if it happened in the text under the row.
    rowOf(element) {
      const row = element.closest("tbody > tr");
      return row?.classList.contains("opened") ? row.previousElementSibling : row;
    }

    addKeys() {
      this.body.addEventListener("click", (event) => {
        if (event.target.closest("a.out, button, .opened") || String(getSelection())) return;
        const entry = this.entryOf(this.rowOf(event.target));
        const link = event.target.closest("a[href^='#']");
        if (!entry) return;
        if (link) event.preventDefault();
        this.open(entry, link ?? entry.link ?? this.linksOf(entry)[0]);
        this.focus(entry.row);
      });
      this.body.addEventListener("keydown", (event) => this.onKey(event));
    }

    focus(row) {
      for (const other of this.body.rows) other.tabIndex = other === row ? 0 : -1;
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: "nearest" });
    }

    onKey(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const row = this.rowOf(event.target);
      const entry = row && this.entryOf(row);
      if (!entry) return;
      const rows = Array.from(this.body.rows).filter((other) => !other.classList.contains("opened"));
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step && event.target === row) {
        const next = rows[rows.indexOf(row) + step];
        if (next) this.focus(next);
      } else if (turn && event.target === row) {
        const links = this.linksOf(entry);
        const place = links.indexOf(entry.link) + turn;
        const next = links[(place + links.length) % links.length];
        if (next && next !== entry.link) this.open(entry, next);
      } else if (event.key === "Enter" && event.target === row) {
        this.open(entry, entry.link ?? this.linksOf(entry)[0]);
      } else if (event.key === "Escape") {
        this.close(entry);
        this.focus(row);
      } else {
        return;
      }
      event.preventDefault();
    }

    // Opens the text that an address names, if it belongs to a row of this list.
    openTarget(hash) {
      for (const entry of this.entries) {
        const link = Array.from(entry.row.querySelectorAll("a")).find((other) => other.hash === hash);
        if (!link) continue;
        if (!this.matching.includes(entry)) this.matching = this.entries;
        this.limit = Math.max(this.limit, this.matching.indexOf(entry) + 1);
        this.show();
        if (!entry.panel) this.open(entry, link);
        this.focus(entry.row);
        return true;
      }
      return false;
    }
  }

  // ---- CSV. A cell that a spreadsheet would take for a formula gets an apostrophe in front.
  const csvCell = (value) => {
    const text = value === null || value === undefined ? "" : Array.isArray(value) ? value.join(" ") : String(value);
    const safe = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
    return /[",\n\r]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
  };

  const csvOf = (list) => {
    const names = Object.keys(list[0]);
    return [names, ...list.map((item) => names.map((name) => item[name]))]
      .map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";
  };

  const download = (name) => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff", csvOf(data[name])], { type: "text/csv" }));
    link.download = "neardup-" + name + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  // ---- Start
  addLanguageSwitch();
  const lists = Array.from(document.querySelectorAll("table.list"), (table) => new List(table));
  setLanguage(root.lang);
  const openTarget = () => /^#(difference|text)-\d+$/.test(location.hash) &&
    lists.some((list) => list.openTarget(location.hash));
  addEventListener("hashchange", openTarget);
  openTarget();
})();
