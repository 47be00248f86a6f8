import IngestionCore

/// Words that people use in passwords, in folded form: collected by topic, not from a list of leaked passwords.
enum CommonWords {
    /// Words at the beginning of common phrases.
    static let leads: Set<String> = words(
        """
        ilove ihate iloveyou ilovemy my mylittle the little big hot sexy baby bad good super i love hello whois iam
        """)

    static let all: Set<String> = words(
        """
        password passwort passwords motdepasse contrasena contrasenia parola haslo salasana wachtwoord senha passord
        losenord wordpass pass passwd passcode secret secreto secreta geheim letmein login logon signin signup access
        account admin administrator root toor user username guest demo test tester testing sample example default
        changeme change changeit temp temporary newaccount newpass welcome welkom willkommen bienvenue master server
        system service services support computer internet network windows linux macintosh microsoft google facebook
        instagram twitter youtube yahoo myspace linkedin hotmail gmail website webmaster database oracle laptop notebook
        keyboard desktop terminal printer printing printing pipeline program programmer hacker security manager
        management office business company info informix email mail homebrew gateway laserjet robotics technology
        digital cyber matrix binary

        love loves lover lovers loverboy lovelove lovely loveme loveyou iloveyou iloveu ihateyou imissyou truelove
        mylove myself sweet sweetheart sweetie sweety sweetpea sweetness honey darling angel angels angelito angelita
        angelica baby babe babygirl babygurl babyboy babydoll babyface babyblue princess princesa princesita prince
        queen king beautiful gorgeous pretty handsome cute cutie cutiepie sexy sexygirl sexyboy sexymama hottie hotstuff
        kiss kisses hugs heart hearts forever always together friend friends friendship friendster bestfriend
        bestfriends family mother father mommy daddy daddysgirl sister brother amor amore amour amorcito teamo tequiero
        tkm teiubesc mahal mahalkita mahalko jetaime liebe schatz schatzi liebling te you me him her she cinta sayang
        aishiteru woaini mybaby mine yours preciosa precious hermosa bonita linda

        sunshine sunflower sunset sunrise sunny moon moonlight moonbeam star stars stargate starlight starwars startrek
        sky rainbow snow snowball snowflake snowman rain thunder thunderbird lightning storm wind fire fireball firebird
        ice icecream water ocean river mountain mountains forest island beach summer winter spring autumn herbst sommer
        verano invierno ete hiver printemps automne january february march april may june july august september october
        november december januar februar marz juni juli oktober dezember enero febrero marzo abril mayo junio julio
        agosto septiembre octubre noviembre diciembre janvier fevrier mars avril mai juin juillet aout septembre octobre
        novembre decembre monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag
        freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves
        viernes sabado domingo today tomorrow yesterday morning midnight night nightshade twilight darkness dark light
        shadow weekend vacation holiday christmas halloween birthday easter xmas newyear happy happyday lucky luckyday
        smile smiley

        flower flowers flowerpot rose roses daisy lily jasmine violet tulip cherry apple apples applepie orange banana
        lemon strawberry blueberry pineapple peach mango coconut chocolate chocolat cookie cookies candy cupcake sugar
        honeybee pepper ginger cinnamon vanilla butter butterfly buttercup cheese cheesecake pizza burger chicken bacon
        sandwich pasta noodle cornflake meatloaf potato tomato onion pickle pumpkin bubbles bubblegum lollipop lollypop
        skittles snickers twix oreo cocacola coke pepsi sprite coffee beer rootbeer whiskey vodka guinness heineken
        corona schnapps wine marlboro cannabis weed ganja tacobell starbuck starbucks tequila

        dog dogs doggy doggie puppy cat cats kitty kitten kittycat hellokitty pussycat tiger tigers lion lions lionking
        bear bears teddy teddybear poohbear carebear yogibear panda monkey monkeys gorilla horse horses pony donkey
        eagle eagles falcon hawk raven phoenix dragon dragons dragonfly dragonball unicorn dolphin dolphins shark sharks
        fish goldfish blowfish bluefish kingfish swordfish fishing stingray turtle frog froggy froggies rabbit bunny
        hamster mouse rat wolf wolves wolverine wolfgang fox foxy snake spider viper cobra python anaconda scorpion
        scorpio butterflies elephant kangaroo chameleon flamingo penguin parrot chicken rooster turkey duck goose swan
        cow bull bulldog bulldogs bullshit ladybug hedgehog squirrel raccoon buffalo camel zebra giraffe crocodile
        alligator dinosaur mustang panther panthers jaguar cougar leopard cheetah aardvark bluebird blackbird redbird
        bluejay cardinal cardinals oriole badger beaver

        red blue green greenday black white yellow purple pink silver gold golden diamond diamonds sapphire ruby emerald
        crystal pearl pearljam blueeyes bluesky redrose blackjack blackcat whitecat scarlett indigo turquoise

        football soccer baseball basketball softball volleyball hockey tennis golf golfer cricket rugby lacrosse
        swimming cheerleader marathon running runner skater skateboard snowboard surfing surfer windsurf cycling boxing
        wrestling karate ninja samurai fitness sports sporting training champion champions winner liverpool arsenal
        chelsea manchester united barcelona realmadrid madrid juventus milan inter ajax bayern benfica celtic rangers
        everton tottenham spurs yankees redsox cowboys steelers packers raiders patriots giants dolphins broncos lakers
        bulls celtics knicks braves dodgers cubs mets redskins eagles vikings ravens bengals browns chargers longhorn
        longhorns buckeyes wildcats gators hurricanes flyers penguins bruins canucks canadiens leafs mapleleafs maple
        oilers flames senators jets blackhawks redwings devils sabres arsenal1 jordan kobe lebron messi ronaldo
        ronaldinho beckham maradona pele zidane kaka neymar gerrard rooney tiger woods undertaker johncena wwe raw
        batista

        superman batman spiderman ironman hulk wolverine xmen avengers marvel superhero superstar supergirl superfly
        catwoman joker robin robinhood hercules achilles zeus apollo athena prometheus gandalf frodo aragorn legolas
        hobbit raistlin skywalker darthvader vader yoda jedi luke obiwan anakin chewbacca trekkie spock picard voyager
        enterprise babylon matrix neo trinity morpheus excalibur camelot merlin arthur lancelot avalon wizard magic
        magician foodmagic potter harrypotter hogwarts dumbledore hermione snape narnia pokemon pikachu charizard naruto
        sasuke inuyasha bleach dragonballz goku vegeta sailormoon mario luigi zelda link sonic nintendo playstation xbox
        sega gamer gaming games game minecraft roblox fortnite warcraft starcraft diablo blizzard counter counterstrike
        halflife doom quake halo callofduty runescape everquest sims metallica slipknot nirvana linkinpark evanescence
        eminem tupac snoopdog snoopdogg biggie beatles rolling stones zeppelin ledzeppelin pinkfloyd acdc ironmaiden
        maiden megadeth pantera slayer korn greenday blink offspring radiohead coldplay oasis depeche madonna elvis
        presley britney beyonce rihanna shakira justin bieber jonas miley hannah montana westlife tokiohotel chrisbrown
        spongebob squarepants simpsons bart homer southpark scooby scoobydoo snoopy garfield mickey minnie donald goofy
        tweety tweetybird bugsbunny tazmania tinkerbell tinker cinderella peterpan winnie winniethepooh pooh eeyore
        tigger nemo shrek stitch bambi dumbo aladdin jasmine ariel belle disney bettyboop barbie looney cartoon simpson
        jamesbond bond james terminator predator alien rambo rocky godzilla kingkong dracula vampire werewolf zombie
        ghost casper chucky scarface gangster gangsta godfather mafia thug player playboy playgirl pimp

        mercedes porsche ferrari lamborghini corvette camaro mustang firebird thunderbird toyota honda nissan mazda
        suzuki yamaha kawasaki ducati harley davidson harleydavidson chevrolet chevy ford dodge viper pontiac cadillac
        lexus audi volkswagen golf bmw volvo saab peugeot renault citroen subaru mitsubishi lancer jeep jeepster
        wrangler cherokee explorer ranger silverado hummer tundra trucker truck cars racing racer nascar motorola nokia
        samsung iphone apple sony panasonic canon adidas nike puma reebok gucci prada armani billabong

        america american usa canada canadian mexico mexican brazil brasil argentina colombia venezuela chile peru
        ecuador england english london scotland ireland irish wales britain france french paris germany deutschland
        berlin german italy italia italian roma spain espana portugal holland dutch dutchess belgium switzerland austria
        sweden norway denmark finland poland polska russia russian moscow ukraine turkey turkiye istanbul greece india
        indian pakistan bangladesh china chinese japan japanese tokyo korea vietnam thailand indonesia malaysia
        philippines pinoy filipino australia sydney zealand africa nigeria kenya egypt israel jerusalem texas california
        florida newyork brooklyn bronx queens manhattan boston chicago detroit dallas houston austin denver seattle
        portland oregon washington nevada vegas lasvegas phoenix arizona colorado columbia carolina georgia atlanta
        alabama tennessee nashville memphis kentucky virginia maryland jersey pennsylvania philly ohio michigan indiana
        illinois wisconsin minnesota iowa kansas nebraska dakota montana wyoming utah idaho alaska hawaii hongkong
        shanghai singapore montreal toronto vancouver ottawa quebec calgary edmonton winnipeg hollywood westside
        eastside northside southside downtown europe asia santiago bogota lima havana dublin belfast glasgow edinburgh
        amsterdam hamburg munich vienna zurich venice napoli sicilia

        jesus jesuschrist christ jesucristo iloveyoujesus god ilovegod ilovejesus godisgood bible faith hope grace
        blessed blessing blessings heaven angelofgod church christian christians catholic islam allah bismillah muhammad
        mohammed buddha krishna ganesh shiva church prayer savior savage trinity emmanuel gabriel satan devil demon
        lucifer

        fuck fucker fucking fuckyou fuckoff fuckme fuckface motherfucker shit shithead shitty bitch bitches sexybitch
        asshole bastard dick dickhead cock pussy boobs tits butthead porn sex sexsex cunt slut whore bullshit damn crap
        assmunch deeznuts

        monkey dragon shadow master qwerty killer trustno trustnoone whatever nothing something anything everything
        someone nobody idontknow dontknow idontcare whocares forgot forget forgotten remember whynot makeitso justdoit
        goodluck goodbye hello hellohello heythere hithere thankyou thanks please sorry hahaha hahahaha haha lol lolol
        rofl omg wtf blah blahblah bla asdf asdfasdf qwer zxcv qaz wsx abc abcd xyz asd zxc poop pooh booger fart stupid
        idiot dumb clueless crazy mad loser looser cool coolness coolguy coolgirl coolcat awesome amazing fantastic
        excellent perfect wonderful great best number numberone numero uno one two three four five six seven eight nine
        ten first last only single double triple

        money dollar dollars cash rich bank million millionaire millenium millennium lottery casino poker blackjack
        vegas jackpot business fortune treasure pirate pirates captain soldier army marine marines navy airforce
        airborne ranger rangers police officer cop fireman firefighter doctor nurse teacher student school college
        university classroom lawyer pilot driver director boss chief commander general sergeant major majordomo cowboy
        cowgirl trooper sniper hunter hunting warrior warriors crusader gladiator spartan spartans knight knights viking
        destroyer renegade outlaw rebel legend legacy hero heroes champion conqueror emperor empire imperial royal
        freedom liberty justice peace democracy republic politics revolution victory glory honor power powerful energy
        electric electronic nuclear atomic rocket spitfire intrepid thunder galaxy universe universal cosmos cosmic
        space astro jupiter saturn neptune pluto venus mercury mars andromeda aquarius gemini taurus virgo libra leo
        capricorn sagittarius pisces aries cancer scorpio einstein newton galileo shakespeare napoleon caesar alexander
        mozart beethoven davinci leonardo picasso

        music musica musician guitar guitars piano pianoman drums drummer trumpet trombone saxophone violin bass rock
        rocknroll rockstar rocker rockon punk metal heavymetal hiphop rap rapper reggae rasta rastafarian bobmarley
        marley jazz blues dance dancer dancing ballet disco techno singer singing song melody harmony concert festival
        party partytime movie movies camera photo picture pictures paint painter artist art design designer book books
        reading writer poetry poet dream dreams dreamer dreaming fantasy imagine imagination mystery magic miracle
        spirit soul mind brain body eyes hair lips lipgloss makeup fashion model shoes shopping diva glamour celebrity
        famous vip

        cheese cracker pickle noodle nugget peanut peanuts pumpkin muffin biscuit pebbles smokey bandit buster buddy max
        maximus bailey bella lucky molly maggie rocky sadie daisy lola sophie coco oscar charlie toby cody jake bear
        duke zeus jack riley rusty sammy samson shelby sasha simba snickers sparky spike tucker winston zoe missy mitzi
        muffy pepper patches precious princess bubba boomer bonnie blackie baxter barney brandy brutus casey chester
        chloe cleo clifford cocoa

        michael jessica ashley matthew joshua daniel david james robert john joseph andrew ryan brandon jason justin
        sarah william jonathan stephanie brian nicole nicholas anthony heather eric elizabeth adam megan melissa kevin
        steven thomas timothy christina kyle rachel laura lauren amber brittany danielle richard kimberly jeffrey amy
        crystal michelle tiffany jeremy benjamin mark emily aaron charles rebecca jacob stephen patrick sean erin
        zachary jamie kelly samantha nathan sara dustin paul angela tyler scott katherine andrea gregory erica mary
        travis lisa kenneth bryan lindsey kristen jose alexander jesse katie lindsay shannon vanessa courtney christine
        alicia cody allison bradley samuel shawn april derek kathryn kristin chad jenna tara maria krystal jared anna
        edward julie peter holly marcus kristina natalie jordan victoria jacqueline corey keith monica juan donald
        cassandra meghan joel shane phillip patricia brett ronald catherine george antonio cynthia stacy kathleen
        raymond carlos brandi douglas nathaniel ian craig brandy alex valerie veronica cory whitney gary derrick philip
        luis diana chelsea leslie caitlin leah natasha erika casey latoya erik dana victor brent dominique frank
        brittney evan gabriel julia candice karen melanie adrian stacey margaret sheena wesley vincent alexandra katrina
        bethany nichole larry jeffery curtis carrie todd blake christian randy dennis alison trevor seth kara joanna
        rachael luke felicia brooke austin candace jasmine jesus alan susan sandra tracy kayla nancy tina krista russell
        angelica miguel jerry spencer teresa jennifer joe mike mikey matt danny daniela daniella bobby billy tommy jimmy
        johnny johnson joey robbie ricky richie ronnie donnie kenny jenny becky betty debbie mandy nicky vicky cindy
        lucy sally molly polly annie abby maddie alejandro alejandra fernando fernanda francisco francesca francesco
        francois gabriela gabriella valentina valentino isabella isabelle isabel sofia sophia sophie camila camille
        martina martinez mariana marina maricel mariposa margarita estrella estrellita cristina cristian cristiano
        sebastian santiago mauricio ricardo roberto rodrigo gonzalez gonzalo hernandez rodriguez garcia lopez perez
        sanchez ramirez torres gomez diaz ramos pedro pablo diego jorge javier eduardo enrique ernesto esteban carlitos
        angelito angelina catalina carolina caroline charlotte emma olivia ava mia amelia evelyn harper abigail ella
        scarlet madison madeline aubrey addison penelope beatrice genevieve gretchen jeanette marielle rachelle katerina
        katharina stefan stefanie stephani steffi andreas michaela matthias thomas sandra sabine susanne claudia petra
        monika martin markus juergen wolfgang heinrich friedrich christoph christophe christopher christ chris tony
        anton antoine pierre jacques philippe nicolas mathieu julien guillaume vincent valerie celine sylvie nathalie
        chantal veronique alexandre maxime olga natalia natasha svetlana tatiana irina ivan vladimir dmitri sergey
        andrey alexey nikita mohamed mohammad ahmed ali omar hassan hussein ibrahim mustafa fatima aisha zainab abdullah
        kumar singh sharma priya rahul raj ravi amit anil sunil deepak krishna lakshmi anjali pooja sanjay vijay ganesh
        wang zhang chen huang zhao takahashi tanaka suzuki watanabe yamamoto nakamura kobayashi harrison anderson
        thompson jackson wilson williams davis brown miller taylor moore white martin clark lewis robinson walker young
        allen wright hill green adams baker nelson mitchell campbell roberts carter phillips evans turner parker collins
        edwards stewart morris murphy cook rogers morgan cooper peterson reed bailey bell howard ward cox richardson
        watson brooks wood bennett gray hughes price myers long foster sanders ross morales powell sullivan russell
        ortiz jenkins gutierrez perry butler barnes fisher henderson coleman simmons patterson reynolds hamilton graham
        wallace west cole hayes bryant gibson ellis stevens murray ford marshall owens mcdonald harris kennedy wells
        henry freeman webb tucker burns crawford richards ferguson fletcher franklin cunningham lawrence chandler
        richmond warren dixon hunt palmer wagner nichols grant knight stone hawkins dunn perkins hudson spencer gardner
        payne pierce berry arnold willis montgomery randolph maxwell sterling preston brewster clarkson lincoln
        jefferson washington roosevelt clinton obama trump geronimo waterloo thejudge

        creative calendar national ultimate stranger research challenge fountain grateful feedback signature property
        mechanic transfer transport instructor integral instructor overkill temporal concorde hydrogen nitrogen oxygen
        neutrino electron paradigm obsession frontier fearless highland highlander hardcore ruthless confused metallic
        scarecrow notebook monopoly maverick valentine daredevil lonestar roadrunner savannah prelude aerobics chainsaw
        crescent gargoyle nightwing sidekick skipper scooter slideshow thrasher munchkin mortimer provider scorpions
        technics telecaster stratocaster gretsch fender gibson marshall ncc cheyenne apache navajo comanche dakota
        mohawk cherokee sundance mobydick gilgamesh odyssey odysseus valhalla asgard olympus atlantis pegasus centaur
        phantom shadowfax dungeon dungeons labyrinth fortress castle tower bridge garden kitchen bedroom window mirror
        candle blanket pillow umbrella suitcase backpack bicycle airplane helicopter submarine sailboat lighthouse
        telephone television newspaper magazine telescope microscope hardware software firmware password administrator
        operator customer manager employee personal private public security important international beautiful wonderful
        different question answer language history science biology chemistry physics geometry algebra geography
        philosophy psychology economics engineer engineering architect mathematics calculus
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
