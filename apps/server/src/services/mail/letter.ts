const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

interface Letter {
  /** Who writes: the tenant. */
  sender: string
  /** The address of the tenant's logo. */
  logo: string | null
  title: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Why the person gets this. */
  footer: string
  /** The way out of such letters. */
  leave?: { label: string; url: string }
  language: string
}

/** A mail of one column and one button, in HTML and as text. Everything given is text, never markup. */
export const write = ({ sender, logo, title, paragraphs, button, footer, leave, language }: Letter) => ({
  text: [
    title,
    ...paragraphs,
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `-- \n${[sender, footer, ...(leave ? [`${leave.label}: ${leave.url}`] : [])].join('\n')}`,
  ].join('\n\n'),
  html: `<!doctype html>
<html lang="${escaped(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;background:#f3f5f8;color:#14213d;font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-weight:700">${
    logo
      ? `<img src="${escaped(logo)}" alt="${escaped(sender)}" height="40" style="height:40px;width:auto;border:0">`
      : escaped(sender)
  }</p>
<div style="background:#fff;border-radius:8px;padding:32px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`).join('\n')}
${
  button
    ? `<p style="margin:24px 0"><a href="${escaped(button.url)}" style="display:inline-block;background:#16325c;color:#fff;text-decoration:none;padding:12px 24px;border-radius:6px;font-weight:600">${escaped(button.label)}</a></p>
<p style="margin:0;font-size:13px;color:#4a5568;word-break:break-all">${escaped(button.url)}</p>`
    : ''
}
</div>
<p style="margin:16px 0 0;font-size:13px;color:#4a5568">${escaped(footer)}${
    leave ? `<br><a href="${escaped(leave.url)}" style="color:#4a5568">${escaped(leave.label)}</a>` : ''
  }</p>
</div></body></html>`,
})
