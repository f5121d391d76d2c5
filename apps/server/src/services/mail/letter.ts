const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

export interface Letter {
  /** Who writes: the tenant. */
  sender: string
  title: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Why the person gets this. */
  footer: string
  language: string
}

/** A mail of one column and one button, in HTML and as text. Everything given is text, never markup. */
export const write = ({ sender, title, paragraphs, button, footer, language }: Letter) => ({
  text: [title, ...paragraphs, ...(button ? [`${button.label}: ${button.url}`] : []), `-- \n${sender}\n${footer}`].join('\n\n'),
  html: `<!doctype html>
<html lang="${escaped(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;background:#f3f5f8;color:#14213d;font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-weight:700">${escaped(sender)}</p>
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
<p style="margin:16px 0 0;font-size:13px;color:#4a5568">${escaped(footer)}</p>
</div></body></html>`,
})
