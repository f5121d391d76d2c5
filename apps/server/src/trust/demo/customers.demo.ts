/** Buyers who are asked. Company | domain | name, title | the next one … */
export const customers = `
Bergmann Haustechnik | bergmann-haustechnik | Sabine Bergmann, Owner | Uwe Kranz, Head of Purchasing
Nordstern Kontor | nordstern-kontor | Henrik Paulsen, Buyer | Gesa Thomsen, Managing Director
Alpenhof Hotels | alpenhof-hotels | Theresa Lechner, Procurement Manager | Markus Egger, Head Chef
Quartier Vert | quartier-vert | Nathalie Perrin, Director | Julien Masson, Buyer
Maison Delacroix | maison-delacroix | Étienne Delacroix, Owner | Camille Roche, Buyer
Les Halles de Nantes | halles-nantes | Pascal Guérin, Category Manager | Amélie Tanguy, Quality Manager
Brouwer Techniek | brouwer-techniek | Wim Brouwer, Director | Lotte Jansen, Planner
Zuiderhaven | zuiderhaven | Sander de Boer, Logistics Manager | Inge Mulder, Buyer
Fratelli Ricci | fratelli-ricci | Paolo Ricci, Partner | Marta Colombo, Buyer
Officine Tevere | officine-tevere | Fabio Santoro, Plant Manager | Elisa Greco, Engineer
Bottega Nuova | bottega-nuova | Silvia Moretti, Owner | Andrea Villa, Store Manager
Talleres Ebro | talleres-ebro | Javier Navarro, Director | Lucía Serrano, Buyer
Mercado del Puerto | mercado-puerto | Carmen Ortega, Category Manager | Diego Molina, Buyer
Casa Figueira | casa-figueira | Rita Figueira, Owner | Nuno Tavares, Buyer
Harbour & Hill | harbour-hill | Charlotte Webb, Managing Director | Oliver Grant, Buyer
Pennant Engineering | pennant-engineering | Rhys Morgan, Chief Engineer | Emma Lloyd, Procurement Officer
The Corner Larder | corner-larder | Grace Hughes, Owner | Tom Barrett, Manager
Dunmore Supplies | dunmore-supplies | Aisling Kelly, Director | Conor Walsh, Buyer
Vesterbro Handel | vesterbro-handel | Katrine Møller, Buyer | Søren Lund, Director
Sundsvall Industri | sundsvall-industri | Erik Hedlund, Plant Manager | Maria Wikström, Purchaser
Fjellheim | fjellheim | Ingvild Bakke, Manager | Ola Strand, Chef
Saimaa Trading | saimaa-trading | Mikko Laine, Managing Director | Sanna Heikkinen, Buyer
Wisła Hurt | wisla-hurt | Agnieszka Nowak, Category Manager | Piotr Kowalczyk, Director
Praha Import | praha-import | Tomáš Dvořák, Owner | Jana Procházková, Buyer
Duna Kereskedelem | duna-kereskedelem | Gábor Szabó, Director | Eszter Tóth, Buyer
Zagreb Opskrba | zagreb-opskrba | Marko Horvat, Managing Director | Ana Babić, Buyer
Limmat Labor | limmat-labor | Daniel Frei, Laboratory Manager | Nicole Baumann, Buyer
Attika Emporiki | attika-emporiki | Nikos Georgiou, Director | Eleni Papadaki, Buyer
Bosporus Ticaret | bosporus-ticaret | Emre Demir, Owner | Selin Kaya, Buyer
Cardinal Supply | cardinal-supply | Megan Foster, Procurement Manager | Ryan Hayes, Vice President`
